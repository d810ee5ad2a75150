/** One of the consecutive reads of the export that arrived whole. */
export interface Exported {
  type: 'exported';
  at: number;
  /** Which calls the reads consist of: those that have started, or those that have ended. */
  series: 'started' | 'ended';
  /** References. */
  calls: string[];
}
