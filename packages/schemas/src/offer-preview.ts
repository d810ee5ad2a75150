import { z } from 'zod';
import { recommendRequestSchema, recommendResponseSchema } from './recommend.ts';

const rulesText = 'rules must be true or false';

/** Body of a preview of offers: that of POST /recommend, and whether the merchandising rules act. */
export const offerPreviewRequestSchema = recommendRequestSchema.omit({ source: true, deadline_ms: true }).extend({
  rules: z
    .boolean(rulesText)
    .nullish()
    .transform((flag) => flag ?? true)
    .meta({ default: true, description: 'Whether the merchandising rules act.' }),
});
export type OfferPreviewBody = z.input<typeof offerPreviewRequestSchema>;

/** Answer of POST /admin/preview of the recommender: that of POST /recommend. It is not on file, so it has no id. */
export const offerPreviewSchema = recommendResponseSchema.omit({ recommendation_id: true });
export type OfferPreview = z.infer<typeof offerPreviewSchema>;

/** Answer of POST /{brand}/recommender/preview of call-events. */
export const titledPreviewSchema = offerPreviewSchema.extend({
  titles: z.record(z.string(), z.string()).meta({ description: 'Titles by SKU, of the SKUs in the reasons.' }),
});
export type TitledPreview = z.infer<typeof titledPreviewSchema>;
