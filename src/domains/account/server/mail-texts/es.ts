import type { Texts } from './texts.ts';

export const es: Texts = {
  frame: { greeting: 'Hola {name}:', end: 'Si no ha sido usted, puede ignorar este mensaje.' },
  verify_code: {
    subject: '{code} es su código para verificar esta dirección',
    body: 'Su código: {code}\n\nIntrodúzcalo en los próximos {minutes} minutos para terminar el registro.',
  },
  sign_in_code: {
    subject: '{code} es su código de acceso',
    body: 'Su código: {code}\n\nIntrodúzcalo en los próximos {minutes} minutos. No se lo diga a nadie: nunca se lo pediremos.',
    end: 'Si no ha sido usted, alguien conoce su contraseña: cámbiela ahora.',
  },
  two_factor_code: {
    subject: '{code} es su código para configurar el acceso en dos pasos',
    body: 'Su código: {code}\n\nIntrodúzcalo en su perfil en los próximos {minutes} minutos.',
  },
  reset: {
    subject: 'Establecer una contraseña nueva',
    body: 'Con este enlace establece una contraseña nueva. Sirve una sola vez, durante 30 minutos:\n\n{link}',
    end: 'Si no lo ha pedido, no ha cambiado nada: su contraseña sigue siendo la misma.',
  },
  password_changed: {
    subject: 'Su contraseña ha cambiado',
    body: 'La contraseña de su cuenta ha cambiado y se han cerrado sus demás sesiones.',
    end: 'Si no ha sido usted, pida ahora una contraseña nueva en la página de acceso y avise a su administrador.',
  },
  two_factor_off: {
    subject: 'El acceso en dos pasos está desactivado',
    body: 'Un administrador ha desactivado el acceso en dos pasos de su cuenta. Puede configurarlo de nuevo en su perfil.',
    end: 'Si no lo ha pedido, avise a su administrador.',
  },
  package_request: {
    subject: '{person} solicita acceso a {package}',
    body: '{person} ({address}) se ha registrado con el dominio de su paquete {package} y no ve nada hasta que usted decida. Decida aquí:\n\n{link}',
    end: 'Quien usted apruebe verá el tráfico de este paquete.',
  },
  request_approved: {
    subject: 'Tiene acceso a {package}',
    body: 'Su solicitud para {package} ha sido aprobada. Acceda aquí:\n\n{link}',
    end: 'Bienvenido.',
  },
  request_refused: {
    subject: 'Su solicitud para {package}',
    body: 'Su solicitud para {package} no ha sido aprobada. Hable con quien lo gestiona en su empresa.',
    end: 'Su cuenta se mantiene como está.',
  },
};
