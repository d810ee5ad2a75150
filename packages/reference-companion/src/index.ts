export { CompanionError } from './companion-error.ts';
export type { CompanionReport } from './companion-report.ts';
export { KeptFile } from './kept-file.ts';
export { ReferenceCompanion } from './reference-companion.ts';
export { openSound, type Sound, silence } from './sound-file.ts';
export { readTranscript, type TranscriptLine } from './transcript-file.ts';
