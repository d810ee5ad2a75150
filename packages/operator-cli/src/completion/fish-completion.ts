import type { CommandWords, OptionWords } from './completion-words.ts';

export function completeInFish(commands: readonly CommandWords[]): string {
  const paths = commands.filter(({ path }) => path !== '').map(({ path }) => quote(path));
  return `# Completion of callside for fish: callside completion fish | source
set -g __callside_paths ${paths.join(' ')}
function __callside_at
    set -l at
    for word in (commandline -opc)[2..-1]
        set -l next (string join ' ' -- $at $word)
        if contains -- $next $__callside_paths
            set at $next
        end
    end
    test "$at" = "$argv[1]"
end
${commands.flatMap(linesOf).join('\n')}
`;
}

function linesOf({ path, children, options, takesFiles }: CommandWords): string[] {
  const begin = `complete -c callside -n ${quote(`__callside_at ${quote(path)}`)}`;
  return [
    ...(takesFiles ? [] : [`${begin} -f`]),
    ...children.map(({ name, description }) => `${begin} -f -a ${quote(name)} -d ${quote(description)}`),
    ...options.map((option) => `${begin} ${describe(option)} -d ${quote(option.description)}`),
  ];
}

function describe({ flags, takesValue, choices }: OptionWords): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const value = choices.length > 0 ? ['-x', `-a ${quote(choices.join(' '))}`] : takesValue ? ['-r', '-F'] : [];
  return [...names, ...value].join(' ');
}

/** In single quotes, fish treats a backslash as an escape only before a quote or a backslash. */
function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
