import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope } from '#platform/contract/envelopes.ts';
import { domainName, newEmail, newPassword, oneTimeCode, personName, terms } from './fields.ts';

const done = z.object({ status: z.literal(true), message: z.string() });

/** What the server reads. Role and package are its own doing, whatever a caller sends (AUTH-ENT-03). */
const signUpBody = z.object({
  name: personName,
  email: newEmail,
  password: newPassword,
  domain_name: domainName,
  language: z.string().max(5).default('en'),
});

/** What the form holds: the same, with the box ticked. */
export const signUpForm = signUpBody.omit({ language: true }).extend({ terms });

export const SIGN_UP_ROLE = 'customer';
export const firstPackage = (domain: string): string => `onb_${domain}`;

/** Steps from an empty account to a working one, in their order. */
export const CHECKLIST = ['package', 'first_data', 'rule', 'alert', 'invite'] as const;
export type ChecklistStep = (typeof CHECKLIST)[number];

export const checklistItem = z.object({
  step: z.enum(CHECKLIST),
  done: z.boolean(),
  /** Where it is done; null while there is no screen for it, or none for the caller. */
  route: z.string().nullable(),
  /** True when no screen does this yet. */
  missing: z.boolean(),
});
export type ChecklistItem = z.infer<typeof checklistItem>;

export const accessRequest = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  package_name: z.string(),
  package_title: z.string(),
  asked_at: z.iso.datetime(),
});
export type AccessRequest = z.infer<typeof accessRequest>;

export const onboarding = {
  signUp: endpoint({
    method: 'POST',
    path: '/api/onboarding/signup',
    summary: 'Sign up as a customer; a code to verify the address goes out by mail',
    access: 'public',
    form: { exempt: ['email', 'password', 'domain_name'] },
    body: signUpBody,
    response: done,
  }),
  verifyEmail: endpoint({
    method: 'POST',
    path: '/api/onboarding/verifyemail',
    summary: 'Verify the address of a sign-up with the code of the mail',
    access: 'public',
    body: z.object({ email: newEmail, otp: oneTimeCode }),
    response: done,
  }),
  email: endpoint({
    method: 'GET',
    path: '/api/onboarding/email/:email',
    summary: 'Send the code again if a sign-up with this address is pending; the answer is always the same',
    access: 'public',
    params: z.object({ email: newEmail }),
    response: done,
  }),
  requests: endpoint({
    method: 'GET',
    path: '/api/onboarding/request',
    summary: 'Who asks for access to a package the caller owns; administrators see all',
    access: 'session',
    response: envelope(z.array(accessRequest)),
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/onboarding/request/:id',
    summary: 'Approve or refuse a request for a package; for its owner and administrators',
    access: 'session',
    params: z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) }),
    body: z.object({ approve: z.boolean() }),
    response: envelope(z.null()),
  }),
  checklist: endpoint({
    method: 'GET',
    path: '/api/onboarding/checklist',
    summary: 'What is done and what is left between an empty account and a working one',
    access: 'session',
    query: z.object({ package_name: z.string().max(200).default('') }),
    response: envelope(
      z.object({
        items: z.array(checklistItem),
        /** Packages the caller has asked for and nobody has decided on yet. */
        waiting_for: z.array(z.string()),
      }),
    ),
  }),
};
