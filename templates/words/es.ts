import type { TimeOfDay, Words } from './en.ts';

const plural = new Intl.PluralRules('es');
const list = new Intl.ListFormat('es');

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Every word of the site's interface, in Spanish. */
export const es: Words = {
  direction: 'ltr',
  and: ['y', 'e'],

  page: {
    skip: 'Ir a las noticias',
    breadcrumb: 'Ruta de navegación',
    home: 'Inicio',
    updated: 'Última actualización:',
    advertisement: 'Publicidad',
  },
  preview: {
    title: 'Vista previa',
    text: 'Este no es el periódico publicado.',
    draft: 'Borrador',
    scheduled: (moment) => `Se publica el ${moment}`,
  },
  masthead: {
    day: capital,
    latest: (day) => `Última edición: ${day}`,
    sections: 'Secciones',
    established: (year) => `Desde ${year}`,
    main: 'Principal',
    menu: 'Menú',
    allPages: 'Todas las páginas',
    search: 'Buscar',
  },
  footer: {
    rights: 'Todos los derechos reservados.',
    support: 'Apoye nuestro trabajo',
    donate: 'Donar',
    later: 'Quizás más tarde',
  },
  moved: {
    title: 'Esta página cambió de dirección',
    to: 'Esta página ahora está en',
  },
  notFound: {
    title: 'Página no encontrada',
    reasons: 'Es posible que la página se haya movido o eliminado, o que la dirección sea incorrecta.',
    home: 'Volver al inicio',
    sections: 'Secciones sugeridas',
    trySection: 'O visite una sección',
  },

  front: {
    topStories: (part) => (part === 1 ? 'Noticias principales' : `Noticias principales, parte ${part}`),
    video: 'Video destacado',
    play: 'Reproducir:',
    briefs: 'Breves',
    band: 'De otras redacciones',
    bandText: 'Titulares de periódicos y emisoras que leemos; los enlaces llevan a sus sitios.',
    marks: { live: 'En vivo', breaking: 'Última hora' },
    paidBy: 'Pagado por',
    paid: 'Patrocinado',
  },
  posts: {
    by: 'Por',
    between: (next, isLast) => (!isLast ? ', ' : /^h?[ií](?![aeo])/i.test(next) ? ' e ' : ' y '),
    updated: 'Actualizado:',
    byPaper: (paper) => `Por ${paper}`,
    read: 'Leer el artículo completo',
    sponsored: (by) => (by === undefined ? 'Patrocinado' : `Patrocinado por ${by}`),
    none: 'Todavía no se ha publicado nada.',
    noneInSection: 'Todavía no hay artículos.',
    newsroom: 'De nuestra redacción',
    feed: 'Canal RSS',
    subscribeToFeed: 'Suscribirse al canal RSS',
    subscribeToNewsletter: 'Suscribirse al boletín',
  },
  list: {
    pages: 'Páginas de artículos',
    page: (number) => `Página ${number}`,
    newer: 'Más recientes',
    older: 'Anteriores',
    title: (title, number) => `${title}, página ${number}`,
    pageOf: (number, of) => `Página ${number} de ${of}.`,
  },
  archives: {
    years: 'Años',
    stories: (count, shown) => `${shown} ${plural.select(count) === 'one' ? 'artículo' : 'artículos'}`,
    month: (month, year) => `${capital(month)} de ${year}`,
    storiesOf: (year) => `Artículos de ${year}.`,
  },
  search: {
    field: 'Titulares, autores y etiquetas',
    results: 'Artículos encontrados',
  },
  newsletter: { onWeb: 'Leer en la web' },
  article: {
    tags: 'Etiquetas',
    correction: 'Corrección,',
    wholeStory: (source) => `Lea el artículo completo en ${source}`,
    about: (author) => `Sobre ${author}`,
    team: 'Conozca al equipo',
    newsletter: {
      before: 'Artículos como este, por correo electrónico: ',
      link: 'suscríbase al boletín',
      after: '.',
    },
    related: 'Artículos relacionados',
    corrected: (days) => `Corregido el ${list.format(days)}`,
  },
  live: {
    newest: 'Última entrada',
    over: 'Este directo ha terminado.',
    known: 'Lo que sabemos',
    moments: 'Momentos clave',
    pinned: 'Fijada',
    link: 'Enlace a esta entrada',
  },
  gallery: { count: (number, of) => `${number} de ${of}` },
  corrections: { none: 'Aún no se ha corregido nada.' },
  share: {
    title: 'Comparta este artículo',
    email: 'Correo',
    copy: 'Copiar enlace',
    share: 'Compartir…',
  },

  authors: {
    storiesBy: (author) => `Artículos de ${author}`,
  },
  tags: { storiesOf: (tag) => `Artículos con la etiqueta «${tag}».` },
  series: {
    number: (part) => `Parte ${part}`,
    title: (series) => `La serie: ${series}`,
    part: (part, series) => `Parte ${part} de «${series}»`,
  },

  about: {
    details: 'Ficha de la publicación',
    awards: 'Premios',
    team: 'Nuestro equipo',
    writeTo: (email) => `Escribir a ${email}`,
  },
  books: {
    back: 'Volver al inicio',
    all: 'Todos los libros',
    noCover: 'Portada no disponible',
  },
  contact: {
    write: 'Escríbanos',
    departments: 'Departamentos',
    map: 'Ver en el mapa',
  },
  events: {
    none: 'Por ahora no hay eventos en el calendario. Vuelva a consultarlo pronto.',
    moreAt: (host) => `Más en ${host}`,
    time: timeInWords,
    hours: (from, to) => `de ${timeInWords(from)} a ${timeInWords(to)}`,
    until: (start, end) => `del ${start} al ${end}`,
  },
  faq: { categories: 'Categorías de preguntas' },
  form: {
    name: 'Nombre',
    email: 'Correo electrónico',
    message: 'Mensaje',
    send: 'Escribir el correo',
    category: 'Su mensaje se archiva en:',
  },
  plans: {
    title: 'Planes',
    popular: 'El más elegido',
    subscribe: 'Suscribirse',
    byPhone: 'Por teléfono:',
    corporate: 'Suscripciones para empresas',
    order: {
      subject: (plan) => `Suscripción: ${plan}`,
      lines: (plan, paper) => [
        `Plan: ${plan}`,
        '',
        `Quisiera suscribirme a ${paper}.`,
        '',
        'Nombre: ',
        'Dirección: ',
        'Teléfono: ',
      ],
    },
  },
  print: { button: 'Imprimir' },
  radio: {
    now: 'Suena ahora',
    mute: 'Silenciar',
    volume: 'Volumen',
    status: 'El sonido:',
    refused: 'No se pudo iniciar la reproducción. Inténtelo de nuevo.',
    unavailable: 'La transmisión no está disponible por el momento.',
    ownWindow: 'Abrir en otra ventana',
    schedule: 'Programación',
  },
  feed: {
    text: 'El canal como texto',
    open: 'Abrir el texto en su propia página',
    copy: 'Copiar dirección',
  },

  boards: {
    headlines: 'Titulares',
    headlinesFrom: (feed) => `Titulares de ${feed}`,
    from: 'Fuente:',
    headlinesOf: ', titulares del',
    boardOf: (feed) => `Más de ${feed}`,
    more: 'Ver todos los artículos',
    less: 'Ver menos',
    of: (title) => `(${title})`,
  },
  embeds: {
    notConnected: (service) =>
      `aún no tiene conexión. Se mostrará aquí cuando ${service} asigne un identificador a este periódico.`,
    empty: 'Si este espacio sigue vacío, el enlace de abajo lo abre.',
    open: 'Abrir en su propia página',
    advertisement: (slot) => `Publicidad ${slot}`,
    from: (service) => `De ${service}`,
    sound: 'Escuchar',
  },
  boxes: {
    note: 'Nota',
    tip: 'Consejo',
    important: 'Importante',
    warning: 'Advertencia',
    caution: 'Precaución',
  },

  desk: {
    title: 'Redacción',
    needsScript: 'La redacción necesita JavaScript.',
    posts: 'Artículos',
    post: 'Artículo',
    pages: 'Páginas de texto',
    page: 'Página',
    other: 'Listas',
    team: 'Equipo',
    events: 'Eventos',
    labels: {
      title: 'Título',
      excerpt: 'Resumen',
      author: 'Autor',
      publishedDate: 'Publicado',
      category: 'Sección',
      tags: 'Etiquetas',
      imageUrl: 'Foto',
      imageAlt: 'Qué muestra la foto',
      draft: 'Borrador',
      body: 'Texto',
    },
  },

  network: (publications) => `Una red de ${publications} publicaciones`,

  scripts: {
    minutes: 'min',
    hours: 'h',
    days: 'd',
    ago: ['hace ', ' min'],
    yesterday: 'Ayer',
    shared: 'Enlace compartido.',
    copied: 'Dirección copiada.',
    copyThis: 'Copie esta dirección:',
    copyYourself:
      'Su navegador no nos permitió copiar. La dirección está seleccionada: presione Ctrl+C, o ⌘C en una Mac.',
    dismiss: 'Cerrar',
    play: 'Reproducir',
    pause: 'Pausar',
    now: 'ahora',
    status: {
      stopped: 'Detenido',
      playing: 'Reproduciendo',
      connecting: 'Conectando…',
      reconnecting: 'Reconectando…',
    },
    search: {
      none: 'Ningún artículo tiene estas palabras.',
      one: '1 artículo',
      many: 'artículos',
      best: '(se muestran los mejores)',
      year: 'Buscando en',
      failed: 'No se pudieron cargar artículos anteriores.',
    },
    entries: { one: '1 entrada nueva', many: 'entradas nuevas', over: 'Este directo ha terminado.' },
    viewer: { title: 'Imágenes', previous: 'Imagen anterior', next: 'Imagen siguiente', close: 'Cerrar' },
  },
};

/** In the format of the region, but `mediodía` with a 12-hour clock. */
function timeInWords({ hour, minute, text, isHalfDay }: TimeOfDay): string {
  if (!isHalfDay || minute !== 0 || hour % 12 !== 0) return text;
  return hour === 0 ? 'medianoche' : 'mediodía';
}
