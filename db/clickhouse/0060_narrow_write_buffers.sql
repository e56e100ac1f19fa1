-- Each column of a part that is written has buffers of a block before compression: of a hundred columns with their marks of
-- NULL, at a megabyte each, more than a statement may hold, however few the rows.
ALTER TABLE source_day {{on_cluster}} MODIFY SETTING max_compress_block_size = 65536, min_compress_block_size = 16384;

ALTER TABLE source_fact {{on_cluster}} MODIFY SETTING max_compress_block_size = 65536, min_compress_block_size = 16384;
