import type { Texts } from './texts.ts';

export const ja: Texts = {
  frame: { greeting: '{name} 様', end: 'お心当たりがない場合は、このメールを無視してください。' },
  verify_code: {
    subject: '{code} はメールアドレス確認用のコードです',
    body: '確認コード：{code}\n\n{minutes} 分以内に入力して登録を完了してください。',
  },
  sign_in_code: {
    subject: '{code} はサインイン用のコードです',
    body: 'コード：{code}\n\n{minutes} 分以内に入力してください。誰にも教えないでください。当方からお尋ねすることはありません。',
    end: 'お心当たりがない場合は、パスワードが知られています。今すぐ変更してください。',
  },
  two_factor_code: {
    subject: '{code} は二要素認証の設定用コードです',
    body: 'コード：{code}\n\n{minutes} 分以内にプロフィール画面で入力してください。',
  },
  reset: {
    subject: '新しいパスワードの設定',
    body: '次のリンクから新しいパスワードを設定できます。一度だけ、30 分間有効です。\n\n{link}',
    end: 'お心当たりがない場合、何も変更されていません。パスワードはこれまでどおりです。',
  },
  password_changed: {
    subject: 'パスワードが変更されました',
    body: 'アカウントのパスワードが変更され、ほかのすべてのセッションからサインアウトしました。',
    end: 'お心当たりがない場合は、すぐにサインイン画面で新しいパスワードを申請し、管理者に連絡してください。',
  },
  two_factor_off: {
    subject: '二要素認証が無効になりました',
    body: '管理者がお客様のアカウントの二要素認証を無効にしました。プロフィール画面で再度設定できます。',
    end: 'お心当たりがない場合は、管理者に連絡してください。',
  },
  package_request: {
    subject: '{person} さんが {package} へのアクセスを申請しています',
    body: '{person} さん（{address}）がパッケージ {package} のドメインで登録しました。承認されるまで何も表示されません。こちらで決定してください。\n\n{link}',
    end: '承認した方は、このパッケージのトラフィックを閲覧できます。',
  },
  request_approved: {
    subject: '{package} にアクセスできます',
    body: '{package} への申請が承認されました。こちらからサインインしてください。\n\n{link}',
    end: 'ようこそ。',
  },
  request_refused: {
    subject: '{package} への申請について',
    body: '{package} への申請は承認されませんでした。社内の担当者にご確認ください。',
    end: 'アカウントはそのままご利用いただけます。',
  },
};
