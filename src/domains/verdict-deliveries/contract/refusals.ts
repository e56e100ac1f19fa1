import { refusals } from '#platform/contract/message.ts';

export const REFUSALS = refusals({
  destination_name_taken: 'The package has a destination of this name',
  destination_limit: 'A package can have at most {{most}} destinations',
  destination_part: 'Destinations get events of all of a package; you see a part of it',
  destination_inside:
    'The address {{address}} cannot be called: it must be https, without a port, and lie on the internet',
  destination_credentials:
    'The address holds a user name or a password, and everybody who sees the destination would read them: please take an address without',
  destination_kind:
    'A destination stays what it was made as, a webhook or a postback: whoever receives it counts on it. Make another destination',
  destination_reason: 'There is no reason {{reason}}',
  destination_unsigned: 'Postbacks are not signed: they have no secret',
});
