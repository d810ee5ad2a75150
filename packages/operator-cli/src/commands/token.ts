import { createSessionTokens, type SessionAudience } from '@callside/auth';
import { type Command, Option } from 'commander';
import * as argument from '../arguments.ts';
import { recordAudit } from '../audit-log.ts';
import { changeOfBrand, commandOfBrand } from '../brand-work.ts';
import type { CommandContext } from '../command-context.ts';
import { OperatorError } from '../operator-error.ts';
import { formatInstant } from '../table.ts';
import { findUser } from '../user.ts';

const audiences = ['tab', 'companion', 'api'] as const satisfies readonly SessionAudience[];

interface IssueOptions {
  brand: string;
  email: string;
  audience: SessionAudience;
  ttl: number;
}

export function registerTokenCommands(program: Command, context: CommandContext): void {
  const token = program.command('token').description('session tokens of users');

  commandOfBrand(token, 'issue')
    .description("issue a user's token for a browser tab, the desktop companion or the API")
    .requiredOption('--email <address>', 'the user', argument.email)
    .addOption(new Option('--audience <audience>', 'what the token is for').choices(audiences).default('tab'))
    .addOption(new Option('--ttl <time>', 'how long it is valid').argParser(argument.duration).default(3600, '1h'))
    .addHelpText(
      'after',
      '\nExample:\n  callside token issue --brand acme --email rep@acme.example --audience api --ttl 12h',
    )
    .action(async (options: IssueOptions) => {
      const { email, audience, ttl } = options;
      const tokens = createSessionTokens({ secrets: context.settings.sessionSecrets() });
      const { isRefusedYet, ...issued } = await changeOfBrand(context, options, async (transaction, brand) => {
        const user = await findUser(transaction, brand, email);
        if (user.status === 'deactivated') {
          throw new OperatorError(`${email} is deactivated and gets no token`, {
            hint: `\`callside user set --brand ${brand.slug} --email ${email} --status active\` activates the user again`,
          });
        }
        const order = { userId: user.id, brandId: brand.id, audience, ttlSeconds: ttl, now: context.now() };
        const { token, expiresAt } = tokens.issue(order);
        const expires_at = expiresAt.toISOString();
        const detail = { email, audience, expires_at };
        await recordAudit(transaction, { brandId: brand.id, action: 'token.issue', subject: user.id, detail });
        return { token, expires_at, isRefusedYet: user.status === 'invited' && audience !== 'tab' };
      });
      const output = context.output();
      await output.result(issued, () => issued.token);
      output.note(`Valid until ${formatInstant(issued.expires_at)}.`);
      if (isRefusedYet)
        output.note(`It is refused until ${email} has signed in, or \`callside user set --status active\`.`);
    });
}
