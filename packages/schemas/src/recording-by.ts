import { z } from 'zod';

/**
 * Who records the calls of a brand: companions, which confirm what they do; the dialler, which reports it; or nobody.
 */
export const recordingBySchema = z.enum(
  ['companion', 'dialler', 'nobody'],
  'recording_by must be companion, dialler or nobody',
);
export type RecordingBy = z.infer<typeof recordingBySchema>;
