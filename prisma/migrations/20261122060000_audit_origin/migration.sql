-- The audit log says from where, and keeps what it has.

ALTER TABLE "audit_log" ADD COLUMN "origin" TEXT, ADD COLUMN "actor_user_id" UUID;

-- Setting the brand to null would change an entry.
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_brand_id_fkey";
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_brand_id_fkey" FOREIGN KEY ("brand_id") REFERENCES "brands"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit log is append only' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER "audit_log_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();
