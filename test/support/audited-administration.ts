import { TOTP } from 'otpauth';
import { createUser } from '#domains/account/server/users.ts';
import { type AuditedCalls, type Desk, PACKAGE } from './audited-call.ts';
import { TEST_PASSWORD } from './use-app.ts';

const SETTINGS = {
  package_title: 'A title',
  domain: 'shop.example',
  time_zone: 'UTC',
  currency: 'EUR',
  suspect_counts_as: 'clean',
  dashboardType: ['Click'],
  active: true,
};
const LOOK = { category: 'Web', menu_title: 'Mine' };
const SELECTION = { dashboardType: null, menu: null, filter: null };
const VIEW = {
  package_name: PACKAGE,
  path: '/traffic/events',
  asked: [{ name: 'verdict', value: 'fraud' }],
  range: { days: 7 },
};
const BOARD = {
  package_name: PACKAGE,
  cards: [{ title: 'One', view: 'table', asked: [{ name: 'by', value: 'hour' }] }],
};
const TOKEN = { package_name: PACKAGE, name: 'A token', permissions: ['board.read'], days: 30 };

/** Calls about accounts and administration. */
export function auditedAdministration({ app, idIn, done }: Desk): AuditedCalls {
  let people = 0;
  const newEmail = (): string => `person-${++people}@own.example`;
  const newUser = async (role = 'customer', packages: string[] = []) =>
    (
      await createUser(app.context.database, {
        email: newEmail(),
        name: 'Person',
        password: TEST_PASSWORD,
        role,
        packages,
      })
    ).id;
  const newPerson = async () => {
    const email = newEmail();
    const token = await app.signIn({ email, role: 'customer', packages: [PACKAGE] });
    return { email, token, id: await idIn('SELECT id FROM app_user WHERE email = $1', [email]) };
  };
  const newPackage = (name: string) =>
    app.package({ name }).then(() => idIn('SELECT id FROM package WHERE name = $1', [name]));
  const request = (name: string, userId: number) =>
    idIn('INSERT INTO package_request (user_id, package_name, created_at) VALUES ($1, $2, now()) RETURNING id', [
      userId,
      name,
    ]);
  const savedView = async (name: string) => (await done('POST', '/api/views', { ...VIEW, name })).body.data.id;
  const ownBoard = async (name: string) => (await done('POST', '/api/explore/boards', { ...BOARD, name })).body.data.id;
  const mapping = async () =>
    (await done('POST', '/api/user/UPM', { user_id: await newUser(), package_name: PACKAGE, ...SELECTION })).body.data
      .id_;

  /** Two-factor by app, begun or in force. */
  async function withApp(confirm: boolean) {
    const one = await newPerson();
    const { data } = (
      await done('POST', '/api/user/two_factor/begin', { method: 'app', password: TEST_PASSWORD }, one.token)
    ).body;
    const otp = new TOTP({ secret: data.secret }).generate({ timestamp: app.clock.now().getTime() });
    if (confirm) await done('POST', '/api/user/two_factor/confirm', { method: 'app', otp }, one.token);
    return { ...one, otp };
  }

  const menuEntry = async (): Promise<string> => (await done('GET', '/api/config/menu')).body.data[0].page_id;
  return {
    'POST /api/config/menu': async () => ({ body: { ...LOOK, route: '/docs' }, action: 'menu.edit' }),
    'PUT /api/config/menu/:page_id': async () => ({
      params: { page_id: await menuEntry() },
      body: LOOK,
      action: 'menu.edit',
    }),
    'DELETE /api/config/menu/:page_id': async () => {
      const page_id = await menuEntry();
      await done('PUT', `/api/config/menu/${page_id}`, LOOK);
      return { params: { page_id }, action: 'menu.edit' };
    },
    'POST /api/config/package': async () => ({
      body: { ...SETTINGS, package_name: 'new.example', platform: 'web' },
      action: 'package.add',
    }),
    'PUT /api/config/package/:id': async () => ({
      params: { id: await newPackage('edit.example') },
      body: SETTINGS,
      action: 'package.edit',
    }),
    'DELETE /api/config/package/:id': async () => ({
      params: { id: await newPackage('gone.example') },
      action: 'package.delete',
    }),
    'POST /api/config/package/request/:id/approve': async () => ({
      params: { id: await request(PACKAGE, await newUser()) },
      action: 'package.request_approve',
    }),
    'POST /api/config/package/request/:id/refuse': async () => ({
      params: { id: await request(PACKAGE, await newUser()) },
      action: 'package.request_refuse',
    }),
    'POST /api/onboarding/request/:id': async () => ({
      params: { id: await request(PACKAGE, await newUser()) },
      body: { approve: true },
      action: 'package.request_approve',
    }),
    'POST /api/config/token': async () => ({ body: TOKEN, action: 'token.add' }),
    'DELETE /api/config/token/:id': async () => {
      await done('POST', '/api/config/token', { ...TOKEN, name: 'Another' });
      return { params: { id: await idIn("SELECT id FROM api_token WHERE name = 'Another'") }, action: 'token.revoke' };
    },
    'POST /api/views': async () => ({ body: { ...VIEW, name: 'Saved' }, action: 'view.save' }),
    'PUT /api/views/:id': async () => ({
      params: { id: await savedView('Changed') },
      body: { name: 'Changed', shared: true },
      action: 'view.change',
    }),
    'DELETE /api/views/:id': async () => ({ params: { id: await savedView('Gone') }, action: 'view.remove' }),
    'POST /api/views/:id/restore': async () => {
      const id = await savedView('Back');
      await done('DELETE', `/api/views/${id}`);
      return { params: { id }, action: 'view.save' };
    },
    'POST /api/explore/boards': async () => ({ body: { ...BOARD, name: 'Kept board' }, action: 'own_board.save' }),
    'PUT /api/explore/boards/:id': async () => ({
      params: { id: await ownBoard('Changed board') },
      body: { version: 1, shared: true },
      action: 'own_board.change',
    }),
    'POST /api/explore/boards/:id/hand_over': async () => ({
      params: { id: await ownBoard('Board to give') },
      body: { email: (await newPerson()).email },
      action: 'own_board.hand_over',
    }),
    'DELETE /api/explore/boards/:id': async () => ({
      params: { id: await ownBoard('Board to go') },
      action: 'own_board.remove',
    }),
    'POST /api/explore/boards/:id/restore': async () => {
      const id = await ownBoard('Board to come back');
      await done('DELETE', `/api/explore/boards/${id}`);
      return { params: { id }, action: 'own_board.save' };
    },
    'POST /api/user/UPM': async () => ({
      body: { user_id: await newUser(), package_name: PACKAGE, ...SELECTION },
      action: 'mapping.add',
    }),
    'PUT /api/user/UPM/:id': async () => {
      const id = await mapping();
      return { params: { id }, body: { id_: id, body: SELECTION }, action: 'mapping.edit' };
    },
    'DELETE /api/user/UPM/:id': async () => ({ params: { id: await mapping() }, action: 'mapping.delete' }),
    'POST /api/user/signup': async () => ({
      body: { email: newEmail(), name: 'Person', role: 'customer' },
      action: 'user.add',
    }),
    'PUT /api/user/:id': async () => ({
      params: { id: await newUser() },
      body: { role: 'agency' },
      action: 'user.edit',
    }),
    'DELETE /api/user/:id': async () => ({ params: { id: await newUser() }, action: 'user.delete' }),
    'POST /api/user/:id/disable': async () => ({ params: { id: await newUser() }, action: 'user.disable' }),
    'POST /api/user/:id/enable': async () => {
      const id = await newUser();
      await done('POST', `/api/user/${id}/disable`);
      return { params: { id }, action: 'user.enable' };
    },
    'POST /api/user/:id/end_sessions': async () => ({ params: { id: await newUser() }, action: 'user.sessions_end' }),
    'POST /api/user/:id/invite': async () => {
      const { data } = (await done('POST', '/api/user/signup', { email: newEmail(), name: 'Person', role: 'customer' }))
        .body;
      return { params: { id: data.id }, action: 'user.invite' };
    },
    'POST /api/user/:id/two_factor_reset': async () => ({
      params: { id: (await withApp(true)).id },
      action: 'user.two_factor_reset',
    }),
    'POST /api/user/:id/view_as': async () => ({
      params: { id: await newUser('customer', [PACKAGE]) },
      token: await app.signIn({ email: newEmail(), role: 'admin' }),
      action: 'session.view_as',
    }),
    'POST /api/user/view_as/end': async () => {
      const token = await app.signIn({ email: newEmail(), role: 'admin' });
      await done('POST', `/api/user/${await newUser('customer', [PACKAGE])}/view_as`, undefined, token);
      return { token, action: 'session.view_as_end' };
    },
    'POST /api/user/login_code': async () => ({
      body: { email: (await newPerson()).email },
      action: 'user.login_code',
    }),
    'PUT /api/user/profile': async () => ({
      body: { name: 'Ann', language: 'en' },
      token: (await newPerson()).token,
      action: 'user.edit',
    }),
    'POST /api/user/change_password': async () => ({
      body: {
        old_password: TEST_PASSWORD,
        new_password: 'another horse battery',
        confirm_password: 'another horse battery',
      },
      token: (await newPerson()).token,
      action: 'account.password_change',
    }),
    'POST /api/user/two_factor/confirm': async () => {
      const { token, otp } = await withApp(false);
      return { token, body: { method: 'app', otp }, action: 'account.two_factor_on' };
    },
    'POST /api/user/two_factor/off': async () => ({
      token: (await withApp(true)).token,
      body: { password: TEST_PASSWORD },
      action: 'account.two_factor_off',
    }),
    'POST /api/user/recovery_codes': async () => ({
      token: (await withApp(true)).token,
      body: { password: TEST_PASSWORD },
      action: 'account.two_factor_on',
    }),
    'DELETE /api/user/session': async () => ({ token: (await newPerson()).token, action: 'session.end' }),
    'DELETE /api/user/session/:id': async () => {
      const { token, email } = await newPerson();
      const body = { email, password: TEST_PASSWORD, turnstile_token: 'human' };
      await app.call('POST', '/api/user/login', { body });
      const { data } = (await done('GET', '/api/user/session', undefined, token)).body;
      const other = data.find(({ current }: { current: boolean }) => !current);
      return { params: { id: other.id }, token, action: 'session.end' };
    },
    'POST /api/user/logout': async () => ({ token: (await newPerson()).token, action: 'session.sign_out' }),
  };
}
