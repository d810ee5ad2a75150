/** The owner who makes a change. */
export interface ActingOwner {
  brandId: string;
  userId: string;
  email: string;
  /** The network address that the request came from. */
  origin: string | null;
}
