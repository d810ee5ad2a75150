import { Command } from 'commander';
import { registerBrandCommands } from './commands/brand.ts';
import { registerCatalogCommands } from './commands/catalog.ts';
import { registerCompanionCommand } from './commands/companion.ts';
import { registerDatabaseCommands } from './commands/database.ts';
import { registerKeyCommands } from './commands/key.ts';
import { registerModelCommands } from './commands/model.ts';
import { registerOrdersCommands } from './commands/orders.ts';
import { registerSimulateCommand } from './commands/simulate.ts';
import { registerStockCommands } from './commands/stock.ts';
import { registerTokenCommands } from './commands/token.ts';
import { registerUserCommands } from './commands/user.ts';
import type { Settings } from './env.ts';
import { createOutput, type Streams } from './output.ts';

export interface ProgramDependencies {
  settings: Settings;
  streams: Streams;
  now: () => Date;
}

/** Every command of `callside`. A group of commands is a file under commands/ and a line here. */
export function createProgram({ settings, streams, now }: ProgramDependencies): Command {
  const program = new Command('callside')
    .description('Sets up and runs a Callside installation: its database, brands, users and keys.')
    .option('--json', 'print exactly one JSON value on stdout, for scripts')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => void streams.stdout.write(text),
      writeErr: (text) => void streams.stderr.write(text),
      outputError: (text, write) => write(toOneLine(text)),
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
  callside simulate --brand trial --all-faults

\`callside COMMAND --help\` explains one command. The database is that of DATABASE_URL, or the one that \`npm start\` started.`,
    );

  const context = { settings, now, output: () => createOutput(streams, program.opts().json === true) };
  registerDatabaseCommands(program, context);
  registerBrandCommands(program, context);
  registerUserCommands(program, context);
  registerKeyCommands(program, context);
  registerTokenCommands(program, context);
  registerCatalogCommands(program, context);
  registerStockCommands(program, context);
  registerOrdersCommands(program, context);
  registerModelCommands(program, context);
  registerCompanionCommand(program, context);
  registerSimulateCommand(program, context);
  return program;
}

/** Commander's message and its suggestion, which it puts on a line of its own. */
function toOneLine(text: string): string {
  const message = text
    .replace(/^error: /, '')
    .trim()
    .split(/\s*\n\s*/)
    .join(' ');
  return `callside: ${message}${/[.?!)]$/.test(message) ? '' : '.'} \`callside --help\` lists the commands and their options.\n`;
}
