import { z } from 'zod';
import { callSchema, recordingSchema } from './call-state.ts';
import { customerMatchSchema } from './customer-match.ts';

const count = z.int().nonnegative();

const memberCallSchema = callSchema
  .pick({ reference: true, phone_number: true, customer_id: true, started_at: true, on_hold: true })
  .extend({
    customer: customerMatchSchema.nullable().meta({ description: 'As matched when the call began, or picked since.' }),
    silent_for_minutes: count.nullable().meta({
      description:
        'Minutes since the last event of the call, from the limit of the brand on; null below it. The end of such a call may have been lost.',
    }),
  });

export const teamMemberSchema = z.object({
  email: z.string(),
  name: z.string(),
  team: z.string().nullable(),
  call: memberCallSchema.nullable().meta({ description: 'The live call; null: none.' }),
  recording: recordingSchema
    .pick({ by: true, paused: true, companion: true, state: true })
    .nullable()
    .meta({ description: 'As in the snapshot of the rep. null: nobody records calls of the brand.' }),
  offers_shown: count.meta({ description: "Offers that the rep's page was sent today, by the day of the brand." }),
  offers_sold: count.meta({ description: 'Offers sold today. What was undone does not count.' }),
});
export type TeamMember = z.infer<typeof teamMemberSchema>;

/** Answer of GET /{brand}/team. */
export const teamViewSchema = z.object({
  at: z.iso.datetime().meta({ description: "When it was read, by the database's clock. All of it is of this moment." }),
  silent_after_minutes: z.int().positive().meta({ description: 'The limit of the brand.' }),
  items: z.array(teamMemberSchema).meta({
    description: 'Every active rep, and others who are on a call or had offers today. The longest call first.',
  }),
});
export type TeamView = z.infer<typeof teamViewSchema>;
