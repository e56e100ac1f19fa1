import { refusals } from '#platform/contract/message.ts';

export const REFUSALS = refusals({
  alert_never: 'No value can pass this limit: the alert would never be raised',
  alert_always: 'Every value passes this limit: the alert would always be raised',
  alert_window_single: 'This measure is not added up over several days: please take a window of one',
  alert_others_each: 'Publishers are compared one by one: please look at each publisher',
  alert_name_taken: 'The package has an alert of this name',
  alert_limit: 'A package can have at most {{most}} alerts',
  alert_recipient_unknown: '{{email}} is nobody who sees the whole package and its alerts',
  alert_part: 'Alerts are about all of a package; you see a part of it',
  alert_hook_inside:
    'The address {{address}} cannot be called: it must be https, without a port, and lie on the internet',
  alert_hook_credentials:
    'The address holds a user name or a password, and everybody who sees the alert would read them: please take an address without',
  alert_quiet_none: 'Quiet hours that end when they begin are none: please take another hour, or leave both empty',
  alert_too_wide:
    'This is too much to reckon: please look at publishers instead of campaigns, or narrow it by a filter',
  alert_other_kind: 'The alert belongs to a package of the other kind',
});
