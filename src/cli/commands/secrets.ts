import { makeSecrets, secretFaults } from '#platform/server/secrets.ts';
import { command } from '../command.ts';

/** Makes what production needs before its first start, and says what is wrong with what is there. */
export const secrets = command<Record<string, never>>({
  name: 'secrets',
  async run({ folder }, _args, print) {
    const made = makeSecrets(folder);
    const faults = secretFaults(folder.path);
    for (const line of faults) print.line(line);
    if (faults.length === 0) print.line(`${made} secrets are ready in ${folder.path}/secrets`);
    return faults.length === 0 ? 0 : 1;
  },
});
