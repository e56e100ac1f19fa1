-- Records of a log that are no visits are left out and counted: rows of a file = accepted + rejected + left out.
ALTER TABLE import ADD COLUMN IF NOT EXISTS left_out jsonb NOT NULL DEFAULT '[]';

-- Who saved how a log is read could not choose its requests and counted every picture as a visit; both are shown, and
-- can be changed, before the next file is imported.
UPDATE import_mapping
  SET mapping = mapping || '{"requests": {"take": ["page"], "contentType": [], "size": ["bytes"]}, "site": []}'
  WHERE mapping->>'format' = 'web_log' AND NOT mapping ? 'requests';
UPDATE import_mapping
  SET mapping = mapping || '{"requests": {"take": ["page"], "contentType": ["content_type", "sent_http_content_type", "upstream_http_content_type", "resp_headers_content_type", "response_content_type", "edgeresponsecontenttype"], "size": ["bytes", "body_bytes_sent", "bytes_sent", "size", "edgeresponsebytes"]}, "site": []}'
  WHERE mapping->>'format' = 'json_log' AND NOT mapping ? 'requests';

-- Models of AppsFlyer's files stand after `::` for Android and alone for iOS. Since a split without its separator gives
-- nothing unless it says otherwise, mappings saved before lose those of iOS.
UPDATE import_mapping
  SET mapping = jsonb_set(mapping, '{fields,device_model,split,orWhole}', 'true')
  WHERE mapping->>'format' = 'appsflyer'
    AND mapping #>> '{fields,device_model,split,take}' = 'after'
    AND mapping #> '{fields,device_model,split,orWhole}' IS NULL;
