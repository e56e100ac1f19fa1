-- Events call it ChromeOS: a campaign narrowed to "Chrome OS" turned every Chromebook away.
UPDATE tracking_campaign SET systems = array_replace(systems, 'Chrome OS', 'ChromeOS') WHERE 'Chrome OS' = ANY (systems);
