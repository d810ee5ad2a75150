import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../src/testing.ts';
import { describeDatabase } from '../support/database-description.ts';
import { describeSchema } from '../support/schema-description.ts';

let database: TestDatabase;
let required: string[];
beforeAll(async () => {
  database = await createTestDatabase();
  required = await describeSchema();
});
afterAll(() => database.drop());

describe('the migrated database', () => {
  it('has the tables, columns, keys and indexes of schema.prisma and no others', async () => {
    const { lines } = await describeDatabase(database.url);
    expect(lines).toEqual(required);
  });

  it('has these checks and special indexes in addition to what schema.prisma can express', async () => {
    const { extras } = await describeDatabase(database.url);
    expect(extras).toEqual([
      'check api_keys_feature_check',
      'check api_keys_key_sha256_check',
      'check brands_context_fields_check',
      'check brands_currency_check',
      'check brands_exploration_rate_check',
      'check brands_just_bought_days_check',
      'check brands_recording_by_check',
      'check brands_rest_days_check',
      'check brands_retention_days_check',
      'check brands_silent_minutes_check',
      'check call_events_event_check',
      'check call_events_event_id_check',
      'check call_events_recording_by_check',
      'check call_evidence_kind_check',
      'check call_notes_disposition_check',
      'check call_offers_status_check',
      'check call_sizes_article_type_check',
      'check call_sizes_size_check',
      'check calls_end_check',
      'check calls_end_reason_check',
      'check calls_picked_check',
      'check catalog_items_attributes_check',
      'check catalog_items_size_check',
      'check catalog_items_size_text_check',
      'check catalog_items_sku_check',
      'check catalog_items_web_price_check',
      'check companion_connections_ended_as_check',
      'check customers_identity_check',
      'check customers_phone_number_check',
      'check endpoint_deliveries_due_check',
      'check endpoint_deliveries_state_check',
      'check experiments_name_check',
      'check offer_outcomes_outcome_check',
      'check order_lines_order_date_check',
      'check order_lines_qty_check',
      'check order_lines_unit_price_check',
      'check platform_calls_left_as_check',
      'check platform_calls_left_check',
      'check purchase_lines_discount_amt_check',
      'check purchase_lines_order_line_id_check',
      'check purchase_lines_qty_check',
      'check purchase_lines_unit_price_check',
      'check recommendations_context_check',
      'check recommendations_known_sizes_check',
      'check recommendations_num_items_check',
      'check recommendations_offers_withheld_check',
      'check recommendations_phone_check',
      'check rep_state_idle_check',
      'check reused_event_ids_differs_check',
      'check sessions_token_sha256_check',
      'check users_check',
      'check users_role_check',
      'check users_status_check',
      'check users_team_check',
      'index call_events_agent_stream_idx',
      'index call_events_own_number_idx',
      'index call_events_request_idx',
      'index call_events_stream_idx',
      'index call_events_test_calls_idx',
      'index call_events_user_id_position_key',
      'index call_offers_results_idx',
      'index calls_brand_phone_number_idx',
      'index calls_customer_idx',
      'index calls_ended_idx',
      'index calls_live_user_id_key',
      'index calls_picked_phone_number_idx',
      'index calls_started_idx',
      'index calls_user_phone_number_idx',
      'index companion_connections_present_idx',
      'index customers_anonymous_phone_number_key',
      'index customers_code_beginning_idx',
      'index customers_customer_id_key',
      'index customers_last_digits_idx',
      'index customers_words_of_name_idx',
      'index deployments_single_row_key',
      'index endpoint_deliveries_due_idx',
      'index endpoint_deliveries_holding_idx',
      'index endpoint_deliveries_unsent_notes_key',
      'index event_receipts_opened_idx',
      'index experiments_running_key',
      'index follow_ups_open_idx',
      'index offer_outcomes_declined_code_idx',
      'index offer_outcomes_declined_number_idx',
      'index offer_outcomes_report_due_idx',
      'index order_lines_line_key',
      'index order_lines_returned_idx',
      'index purchase_lines_returned_idx',
      'index recommendations_brand_id_created_at_idx',
      'index recommendations_customer_idx',
      'index recommendations_experiment_idx',
      'index transcription_sessions_open_idx',
      'index transcription_sessions_unfinalized_idx',
      'index users_brand_id_sign_in_issuer_sign_in_subject_key',
    ]);
  });
});

describe('the comparison', () => {
  it.each([
    ['a column', 'ALTER TABLE users ADD COLUMN nickname text'],
    ['a table', 'CREATE TABLE leftovers (id int)'],
    ['another type', 'ALTER TABLE brands ALTER COLUMN created_at TYPE timestamptz(6)'],
    ['a default', "ALTER TABLE users ALTER COLUMN name SET DEFAULT ''"],
    ['a column that may be null', 'ALTER TABLE users ALTER COLUMN name DROP NOT NULL'],
    ['a missing foreign key', 'ALTER TABLE users DROP CONSTRAINT users_brand_id_fkey'],
    ['a missing index', 'DROP INDEX brand_hosts_brand_id_idx'],
  ])('detects %s', async (_what, change) => {
    const changed = await createTestDatabase();
    try {
      await execute(changed.url, change);
      const { lines } = await describeDatabase(changed.url);
      expect(lines).not.toEqual(required);
    } finally {
      await changed.drop();
    }
  });
});

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
