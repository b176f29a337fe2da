import type { Language } from '../core/languages.ts';
import { type TemplateTranslations, words } from './translation.ts';

export const otherLanguages = {
  ja: {
    'Exhibition: {theme}': words(
      '展覧会「{theme}」',
      ['紙の街', '七つの青', '渡し船の肖像', '部屋の中の天気', '手書き'],
      'ひとつのアトリエを分け合う十一人の作家の新作展です。線に何ができるかを問いかけます。',
      '毎日午後三時にガイドツアーがあります。予約不要、入場無料です。',
    ),
    'Farmers’ Market: {theme}': words(
      'ファーマーズマーケット：{theme}',
      ['春の青菜', 'ベリーとパン', 'トマト', 'りんご', '根菜とキャベツ', 'はちみつ'],
      '五十キロ以内の生産者による三十の店が並びます。朝八時から温かいコーヒーもあります。',
      '買い物袋をお持ちください。十時から音楽の演奏があります。',
    ),
  },
  bg: {
    'Exhibition: {theme}': words(
      'Изложба: {theme}',
      ['Хартиени градове', 'Седем вида синьо', 'Портрети от ферибота', 'Времето вътре', 'Почерк'],
      'Единадесет художници споделят ателие, чайник и въпроса какво може една линия.',
      'Беседи всеки ден в три часа, без записване. Входът е свободен.',
    ),
    'Farmers’ Market: {theme}': words(
      'Фермерски пазар: {theme}',
      ['Пролетни зеленчуци', 'Плодове и хляб', 'Домати', 'Ябълки', 'Кореноплодни и зеле', 'Мед'],
      'Тридесет щанда, нито един от по-далеч от петдесет километра. В осем първото кафе е готово.',
      'Носете торби. От десет има музика, накрая – супа.',
    ),
  },
  'pt-br': {
    'Exhibition: {theme}': words(
      'Exposição: {theme}',
      ['Cidades de papel', 'Sete tipos de azul', 'Retratos da balsa', 'O clima de dentro', 'Caligrafias'],
      'Onze artistas dividem um ateliê, uma chaleira e uma pergunta: o que pode uma linha?',
      'Visitas guiadas todos os dias às três, sem reserva. A entrada é gratuita.',
    ),
    'Farmers’ Market: {theme}': words(
      'Feira do produtor: {theme}',
      ['Verduras da primavera', 'Frutas vermelhas e pão', 'Tomates', 'Maçãs', 'Raízes e repolhos', 'Mel'],
      'Trinta bancas, nenhuma a mais de cinquenta quilômetros. Às oito o primeiro café está pronto.',
      'Traga sacolas. Às dez começa a música e no fim tem sopa.',
    ),
  },
  'zh-hans': {
    'Exhibition: {theme}': words(
      '展览：{theme}',
      ['纸上城市', '七种蓝', '渡船肖像', '室内的天气', '手迹'],
      '十一位艺术家共用一间工作室、一把水壶，也共同追问：一条线能做什么？',
      '每天下午三点有导览，无需预约，免费入场。',
    ),
    'Farmers’ Market: {theme}': words(
      '农夫市集：{theme}',
      ['春日青蔬', '浆果与面包', '番茄', '苹果', '根菜与卷心菜', '蜂蜜'],
      '三十个摊位，全部来自五十公里以内。早上八点，第一壶咖啡已经煮好。',
      '请自带购物袋。十点开始有现场音乐，收市前有热汤。',
    ),
  },
} as const satisfies Partial<Record<Language, TemplateTranslations>>;
