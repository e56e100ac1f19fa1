import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { createUser, userByEmail } from '#domains/account/server/users.ts';
import { command } from '../command.ts';

const shape = z.object({ email: z.email('This is not an e-mail address'), name: z.string().min(2).max(50) });

export const createAdmin = command<{ email: string; name: string }>({
  name: 'create-admin',
  async run({ database }, args, print) {
    const parsed = shape.safeParse(args);
    if (!parsed.success) {
      print.line(parsed.error.issues.map((issue) => issue.message).join('\n'));
      return 1;
    }
    const { email, name } = parsed.data;
    if (await userByEmail(database, email)) {
      print.line(`${email} exists already`);
      return 1;
    }
    const password = randomBytes(12).toString('base64url');
    await createUser(database, { email, name, password, role: 'admin' });
    print.line(`Administrator ${email}, password ${password} (shown once)`);
    return 0;
  },
});
