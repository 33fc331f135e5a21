import type { StarterTexts } from './english.ts';

const list = new Intl.ListFormat('es', { type: 'conjunction' });

/** The same in Spanish. */
export const spanish: StarterTexts = {
  sections: ['Noticias Locales', 'Comunidad'],
  mailbox: 'redaccion',
  tagline: (place) => (place ? `Noticias de ${place}` : 'Noticias para quienes viven aquí'),
  description: (name, place) =>
    `${name} informa${place ? ` sobre ${place}` : ''}: qué pasó, qué significa y qué sigue.`,
  homeTitle: (name, place) => (place ? `${name}: noticias de ${place}` : name),
  section: (section, name) => `${section}, en las páginas de ${name}.`,
  allStories: {
    title: 'Todas las noticias',
    description: (name) => `Todas las noticias de ${name}, de la más reciente a la más antigua.`,
  },
  about: {
    title: 'Quiénes somos',
    description: (name) => `Quiénes hacemos ${name} y cómo trabajamos.`,
    body: (
      name,
      place,
    ) => `${name} es un periódico local${place ? ` de ${place}` : ''}. Vamos a las reuniones, leemos los documentos y preguntamos a quienes saben.

## Cómo trabajamos

Decimos de dónde sabemos lo que contamos. Separamos las noticias de las opiniones. Nadie paga por aparecer en una nota, ni por no aparecer.

## Correcciones

Cuando nos equivocamos, lo corregimos en la nota, decimos qué estaba mal y cuándo lo cambiamos. Si encuentra un error, por favor [avísenos](/contact).
`,
  },
  contact: {
    title: 'Contacto',
    description: (name) => `Cómo comunicarse con la redacción de ${name}.`,
    heading: 'La redacción',
    body: `Leemos todo lo que nos escriben y respondemos en cuanto podemos.

¿Vio algo que otros deberían saber? Cuéntenos qué pasó, dónde y cuándo, y cómo podemos localizarlo. Si su nombre no debe aparecer, dígalo primero.
`,
  },
  notFound: {
    title: 'Página no encontrada',
    tagline: 'Es posible que la página se haya movido o borrado, o que la dirección no sea correcta.',
  },
  menus: { sections: 'Secciones', paper: 'El periódico', home: 'Inicio' },
  post: {
    title: (name) => `Hoy empieza ${name}`,
    excerpt: (name, place) =>
      `${name} es un nuevo periódico local${place ? ` de ${place}` : ''}. Esto es lo que vamos a contar, y así puede ayudarnos.`,
    tag: 'el periódico',
    body: (
      name,
      place,
      sections,
      email,
    ) => `Hoy es el primer día de ${name}. ${place ? `En ${place} hay` : 'Aquí hay'} historias que nadie escribe: qué se decidió, quién abre y quién cierra, quién ganó y quién necesita ayuda. Nosotros vamos a escribirlas.

Encontrará nuestras notas en ${list.format(sections)}. Cada una tiene una dirección que no cambia, para que pueda enviarla a quien deba leerla.

## Cuéntenos lo que sabe

Un periódico sabe lo que sus lectores le cuentan. Si algo pasa en su calle, en su escuela o en su trabajo, escriba a [${email}](mailto:${email}).
`,
  },
};
