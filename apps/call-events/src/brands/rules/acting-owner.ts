/** The owner who makes a change, or the user who reads what is put on record. */
export interface ActingOwner {
  brandId: string;
  userId: string;
  email: string;
  /** The network address that the request came from. */
  origin: string | null;
}
