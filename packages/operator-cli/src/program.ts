import { Command } from 'commander';
import { registerAcceptCommand } from './commands/accept.ts';
import { registerAliasCommands } from './commands/alias.ts';
import { registerAuditCommands } from './commands/audit.ts';
import { registerBrandCommands } from './commands/brand.ts';
import { registerBridgeCommands } from './commands/bridge.ts';
import { registerCatalogCommands } from './commands/catalog.ts';
import { registerCertifyCommand } from './commands/certify.ts';
import { registerCompanionCommand } from './commands/companion.ts';
import { registerCustomerCommands } from './commands/customer.ts';
import { registerDatabaseCommands } from './commands/database.ts';
import { registerDoctorCommand } from './commands/doctor.ts';
import { registerEndpointCommands } from './commands/endpoint.ts';
import { registerEventsCommands } from './commands/events.ts';
import { registerEvidenceCommands } from './commands/evidence.ts';
import { registerExperimentCommands } from './commands/experiment.ts';
import { registerFeedCommands } from './commands/feed.ts';
import { registerIntegrationCommands } from './commands/integration.ts';
import { registerKeyCommands } from './commands/key.ts';
import { registerModelCommands } from './commands/model.ts';
import { registerOrdersCommands } from './commands/orders.ts';
import { registerRecommenderCommands } from './commands/recommender.ts';
import { registerReferenceCommand } from './commands/reference.ts';
import { registerRetentionCommands } from './commands/retention.ts';
import { registerReturnsCommands } from './commands/returns.ts';
import { registerRulesCommands } from './commands/rules.ts';
import { registerSecretsCommands } from './commands/secrets.ts';
import { registerShopCommands } from './commands/shop.ts';
import { registerSignInCommands } from './commands/sign-in.ts';
import { registerSimulateCommand } from './commands/simulate.ts';
import { registerStockCommands } from './commands/stock.ts';
import { registerTokenCommands } from './commands/token.ts';
import { registerTriggerCommand } from './commands/trigger.ts';
import { registerUserCommands } from './commands/user.ts';
import type { Settings } from './env.ts';
import { exitCodesHelp } from './exit-code.ts';
import { createOutput, type Streams } from './output.ts';
import { readVersion } from './version.ts';

export interface ProgramDependencies {
  settings: Settings;
  streams: Streams;
  /** Whether --json is among the arguments. */
  json: boolean;
  now: () => Date;
  /** Takes the help and the version that the arguments ask for. */
  writeHelp?: (text: string) => void;
}

/** Every command of `callside`. Each group of commands is a file under commands/ and a line here. */
export function createProgram({ settings, streams, json, now, writeHelp }: ProgramDependencies): Command {
  const version = readVersion();
  const program = new Command('callside')
    .description('Sets up and runs a Callside installation: its database, brands, users and keys.')
    .option('--json', 'print exactly one JSON value on stdout, for scripts')
    .version(json ? JSON.stringify({ version }) : version, '--version', 'print the version of this release')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: writeHelp ?? ((text) => void streams.stdout.write(text)),
      writeErr: (text) => void streams.stderr.write(text),
      // `runCallside` prints the error, with the command that was reached.
      outputError: () => {},
    })
    .addHelpText(
      'after',
      `
Examples:
  callside db migrate
  callside brand create --slug acme --name "Acme Inc." --country US --host calls.acme.example
  callside user add --brand acme --email rep@acme.example --name "Robin Rep" --active
  callside key issue --brand acme --feature call-events --label "Main dialler" --expires-in 90d
  callside catalog import catalog.csv --brand acme
  callside model train --brand acme
  callside companion --url https://calls.acme.example --token-file companion.token
  callside simulate --brand trial

${exitCodesHelp}

\`callside COMMAND --help\` explains one command. The database is that of DATABASE_URL, or the one that \`npm start\` started.`,
    );

  const context = { settings, now, output: () => createOutput(streams, json) };
  registerDatabaseCommands(program, context);
  registerDoctorCommand(program, context);
  registerBrandCommands(program, context);
  registerUserCommands(program, context);
  registerAliasCommands(program, context);
  registerKeyCommands(program, context);
  registerTokenCommands(program, context);
  registerSignInCommands(program, context);
  registerSecretsCommands(program, context);
  registerAuditCommands(program, context);
  registerCatalogCommands(program, context);
  registerStockCommands(program, context);
  registerOrdersCommands(program, context);
  registerReturnsCommands(program, context);
  registerEvidenceCommands(program, context);
  registerExperimentCommands(program, context);
  registerFeedCommands(program, context);
  registerShopCommands(program, context);
  registerModelCommands(program, context);
  registerRulesCommands(program, context);
  registerCustomerCommands(program, context);
  registerRetentionCommands(program, context);
  registerRecommenderCommands(program, context);
  registerIntegrationCommands(program, context);
  registerEndpointCommands(program, context);
  registerBridgeCommands(program, context);
  registerCompanionCommand(program, context);
  registerSimulateCommand(program, context);
  registerTriggerCommand(program, context);
  registerEventsCommands(program, context);
  registerCertifyCommand(program, context);
  registerAcceptCommand(program, context);
  registerReferenceCommand(program, context);
  return program;
}
