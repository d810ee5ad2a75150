/**
 * What was odd about a request whose event was accepted: it was understood all the same, or its sender's clock was not. `content_encoding`
 * names no compression of the body; `charset`: the body was not UTF-8; `no_offset`: occurred_at was taken for UTC; `unreadable_time`:
 * occurred_at was no instant; `lost_plus`: a `+` of the agent's address came as a space.
 */
export type EventRemark = 'content_encoding' | 'charset' | 'no_offset' | 'unreadable_time' | 'lost_plus';
