import type { Texts } from './texts.ts';

export const zh: Texts = {
  frame: { greeting: '{name}，您好：', end: '如果不是您本人操作，请忽略此邮件。' },
  verify_code: {
    subject: '{code} 是您的邮箱验证码',
    body: '验证码：{code}\n\n请在 {minutes} 分钟内输入以完成注册。',
  },
  sign_in_code: {
    subject: '{code} 是您的登录验证码',
    body: '验证码：{code}\n\n请在 {minutes} 分钟内输入。请勿告诉任何人：我们绝不会向您索要。',
    end: '如果不是您本人操作，说明有人知道您的密码：请立即修改。',
  },
  two_factor_code: {
    subject: '{code} 是您设置双重验证的验证码',
    body: '验证码：{code}\n\n请在 {minutes} 分钟内在个人资料中输入。',
  },
  reset: {
    subject: '设置新密码',
    body: '使用此链接设置新密码。链接只能使用一次，30 分钟内有效：\n\n{link}',
    end: '如果不是您本人申请，则没有任何更改：您的密码保持不变。',
  },
  password_changed: {
    subject: '您的密码已更改',
    body: '您账户的密码已更改，其他所有会话均已退出。',
    end: '如果不是您本人操作，请立即在登录页面申请新密码，并通知管理员。',
  },
  two_factor_off: {
    subject: '双重验证已关闭',
    body: '管理员已关闭您账户的双重验证。您可以在个人资料中重新设置。',
    end: '如果您没有提出此请求，请通知管理员。',
  },
  package_request: {
    subject: '{person} 申请访问 {package}',
    body: '{person}（{address}）使用您的包 {package} 的域名注册，在您决定之前看不到任何内容。请在此处理：\n\n{link}',
    end: '您批准的人可以查看此包的流量。',
  },
  request_approved: {
    subject: '您已获得 {package} 的访问权限',
    body: '您对 {package} 的申请已获批准。请在此登录：\n\n{link}',
    end: '欢迎使用。',
  },
  request_refused: {
    subject: '关于您对 {package} 的申请',
    body: '您对 {package} 的申请未获批准。请与贵公司的负责人联系。',
    end: '您的账户保持不变。',
  },
};
