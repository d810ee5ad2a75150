import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** Written by `npm start`. */
const settingsOfStart = new URL('../../.data/local.env', import.meta.url);

/**
 * Reads the value of each option from its flag, the environment or the settings file. Prints the help and ends the program for
 * --help, an unknown option or a missing one.
 *
 * `options` is by name: `{ about, setting?, fallback? }`.
 */
export function readOptions({ about, options }) {
  const flags = Object.fromEntries(Object.keys(options).map((name) => [name, { type: 'string' }]));
  try {
    const { values } = parseArgs({ options: { ...flags, env: { type: 'string' }, help: { type: 'boolean' } } });
    if (values.help) end(0, helpText(about, options));
    const settings = readSettings(values.env);
    const valueFor = ([name, { setting, fallback }]) => {
      const value = values[name] ?? process.env[setting] ?? settings[setting] ?? fallback;
      if (value === undefined) throw new Error(`--${name} is missing (${options[name].about}); ${howToGetIt(setting)}`);
      return [name, value];
    };
    return Object.fromEntries(Object.entries(options).map(valueFor));
  } catch (error) {
    return end(2, `${error.message}\nTry --help.`);
  }
}

function readSettings(file) {
  try {
    const lines = readFileSync(file ?? settingsOfStart, 'utf8').split('\n');
    return Object.fromEntries(lines.map((line) => /^([A-Z_]+)=(.*)$/.exec(line)?.slice(1) ?? ['', '']));
  } catch (error) {
    // Without the default file, flags and the environment are enough.
    if (file === undefined && error.code === 'ENOENT') return {};
    throw error;
  }
}

function howToGetIt(setting) {
  return setting === undefined ? 'give it' : `give it, set ${setting}, or run npm start`;
}

function helpText(about, options) {
  const all = { ...options, env: { about: 'file of settings; .data/local.env of npm start' }, help: { about: 'this' } };
  const lines = Object.entries(all).map(([name, { about: what, setting, fallback }]) => {
    const origin = setting ?? fallback;
    return `  --${name.padEnd(10)} ${what}${origin === undefined ? '' : ` [${origin}]`}`;
  });
  return [about, '', 'Options, with the setting or value that stands in for each:', ...lines].join('\n');
}

function end(code, text) {
  process[code === 0 ? 'stdout' : 'stderr'].write(`${text}\n`);
  process.exit(code);
}
