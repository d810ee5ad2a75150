-- Whether the producer of a session has gone: a lease that is put back into a Redis that forgot it is an orphan again.
ALTER TABLE "transcription_sessions" ADD COLUMN "lease_orphaned" BOOLEAN NOT NULL DEFAULT false;
