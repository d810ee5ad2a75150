const { execFileSync } = require('node:child_process');

// Settings of commit-and-tag-version, which `npm run release` starts: it collects the changes from the commits since the last tag.

const packages = execFileSync('git', ['ls-files', 'package.json', '**/package.json'], {
  cwd: __dirname,
  encoding: 'utf8',
})
  .trim()
  .split('\n');

/** What an operator must do comes first: the `BREAKING CHANGE:` footers of the commits. */
const mainTemplate = `{{> header}}

{{#if noteGroups}}
**Action required:**

{{#each noteGroups}}
{{#each notes}}
- {{text}}
{{/each}}
{{/each}}
{{else}}
**Action required:** none.
{{/if}}

{{#each commitGroups}}
### {{title}}

{{#each commits}}
{{> commit root=@root}}
{{/each}}

{{/each}}
`;

module.exports = {
  header: `# Changelog

Versions follow [semantic versioning](docs/versioning.md). Each begins with **Action required**: what an operator must do at the upgrade.
`,
  bumpFiles: packages,
  types: [
    { type: 'feat', section: 'New' },
    { type: 'fix', section: 'Mended' },
    { type: 'perf', section: 'Faster' },
  ],
  writerOpts: { mainTemplate },
};
