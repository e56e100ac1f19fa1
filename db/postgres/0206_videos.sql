-- Videos that a scan looks through. How a language is cut into words is the database's own way where it has one.
CREATE FUNCTION video_words(language text) RETURNS regconfig LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE language
    WHEN 'ar' THEN 'pg_catalog.arabic'::regconfig WHEN 'da' THEN 'pg_catalog.danish'::regconfig
    WHEN 'de' THEN 'pg_catalog.german'::regconfig WHEN 'el' THEN 'pg_catalog.greek'::regconfig
    WHEN 'en' THEN 'pg_catalog.english'::regconfig WHEN 'es' THEN 'pg_catalog.spanish'::regconfig
    WHEN 'fi' THEN 'pg_catalog.finnish'::regconfig WHEN 'fr' THEN 'pg_catalog.french'::regconfig
    WHEN 'ga' THEN 'pg_catalog.irish'::regconfig WHEN 'hi' THEN 'pg_catalog.hindi'::regconfig
    WHEN 'hu' THEN 'pg_catalog.hungarian'::regconfig WHEN 'id' THEN 'pg_catalog.indonesian'::regconfig
    WHEN 'it' THEN 'pg_catalog.italian'::regconfig WHEN 'lt' THEN 'pg_catalog.lithuanian'::regconfig
    WHEN 'ne' THEN 'pg_catalog.nepali'::regconfig WHEN 'nl' THEN 'pg_catalog.dutch'::regconfig
    WHEN 'no' THEN 'pg_catalog.norwegian'::regconfig WHEN 'nb' THEN 'pg_catalog.norwegian'::regconfig
    WHEN 'pt' THEN 'pg_catalog.portuguese'::regconfig WHEN 'ro' THEN 'pg_catalog.romanian'::regconfig
    WHEN 'ru' THEN 'pg_catalog.russian'::regconfig WHEN 'sv' THEN 'pg_catalog.swedish'::regconfig
    WHEN 'ta' THEN 'pg_catalog.tamil'::regconfig WHEN 'tr' THEN 'pg_catalog.turkish'::regconfig
    ELSE 'pg_catalog.simple'::regconfig END
$$;

-- Pairs of neighbouring signs, for languages that put no spaces between words.
CREATE FUNCTION video_pairs(said text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT a || b), '{}') FROM (
    SELECT sign AS a, lead(sign) OVER (ORDER BY place) AS b
    FROM string_to_table(lower(said), NULL) WITH ORDINALITY AS signs (sign, place)
  ) pairs WHERE b IS NOT NULL AND a !~ '\s' AND b !~ '\s'
$$;

CREATE FUNCTION video_search(language text, title text, tags text, description text, transcript text)
  RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN language IN ('ja', 'zh', 'ko', 'th', 'my', 'km', 'lo')
    THEN array_to_tsvector(video_pairs(left(concat_ws(' ', title, tags, description, transcript), 4000)))
    ELSE setweight(to_tsvector(video_words(language), title), 'A')
      || setweight(to_tsvector(video_words(language), tags), 'B')
      || setweight(to_tsvector(video_words(language), left(description, 20000)), 'C')
      || setweight(to_tsvector(video_words(language), left(transcript, 100000)), 'D')
    END
$$;

CREATE TABLE video (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  url text NOT NULL UNIQUE,
  -- 'import', or 'sample' for what comes with the product to try it on.
  source text NOT NULL CHECK (source IN ('import', 'sample')),
  title text NOT NULL,
  description text NOT NULL DEFAULT '',
  -- With line breaks between.
  tags text NOT NULL DEFAULT '',
  transcript text NOT NULL DEFAULT '',
  channel_id text NOT NULL DEFAULT '',
  channel_name text NOT NULL DEFAULT '',
  category text NOT NULL DEFAULT '',
  -- ISO 639-1.
  language text NOT NULL,
  -- ISO 3166-1 alpha-2; empty for all.
  countries text[] NOT NULL DEFAULT '{}',
  views bigint NOT NULL DEFAULT 0,
  length_seconds integer NOT NULL DEFAULT 0,
  published_on date,
  made_for_kids boolean NOT NULL DEFAULT false,
  age_restricted boolean NOT NULL DEFAULT false,
  imported_at timestamptz NOT NULL DEFAULT now(),
  search tsvector NOT NULL GENERATED ALWAYS AS (video_search(language, title, tags, description, transcript)) STORED
);
CREATE INDEX video_search ON video USING gin (search);
CREATE INDEX video_language ON video (language);
