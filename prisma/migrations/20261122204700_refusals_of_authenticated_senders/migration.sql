-- Refused requests of senders without a usable key or signature have a limit of their own. The default keeps instances of the release
-- before working; a constant default rewrites no row.

ALTER TABLE "refused_requests" ADD COLUMN "authenticated" BOOLEAN NOT NULL DEFAULT false;
