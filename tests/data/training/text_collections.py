# Collections of texts in files that this script writes: CLUE, SQuAD, tagged words, SST-2, IMDb, Multi30k, enwik9.
import json
import os
import tempfile

import mindspore.dataset as ds

os.chdir(tempfile.mkdtemp())


def write(path, text):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def show(title, dataset, epochs=1):
    print(title, dataset.get_dataset_size(), dataset.get_col_names(), [str(dtype) for dtype in dataset.output_types()],
          dataset.output_shapes(), dataset.is_shuffled(), dataset.is_sharded())
    iterator = dataset.create_dict_iterator(num_epochs=epochs, output_numpy=True)
    for _ in range(epochs):
        print("  ", [[value.tolist() for value in row.values()] for row in iterator])


clue = {"sentence1": "a", "sentence2": "b", "label": "1", "id": 5, "label_des": "d", "label_desc": "e", "sentence": "s",
        "keywords": "k,l", "keyword": ["x", "y"], "abst": "q", "idx": 3, "text": "t",
        "target": {"span1_index": 1, "span2_index": 2, "span1_text": "f", "span2_text": "g"}}
write("clue.json", json.dumps(clue) + "\n\n" + json.dumps({**clue, "label": "0", "id": 6}) + "\n")
write("mixed.json", json.dumps({**clue, "sentence1": "zz", "label": 2, "sentence2": 1.5}) + "\n")
for task in ("AFQMC", "TNEWS", "IFLYTEK", "CMNLI", "WSC", "CSL"):
    for usage in ("train", "test", "eval"):
        show(f"{task} {usage}", ds.CLUEDataset("clue.json", task, usage, shuffle=False))
show("numbers", ds.CLUEDataset("mixed.json", shuffle=False))

write("conll/train.txt", "We PRP B-NP\nsaw VBD B-VP\n\n\nIt PRP B-NP\nran VBD B-VP\naway RB B-ADVP\n\nend NN O\n")
write("conll/test.txt", "Hi UH O\n\nyou PRP B-NP\n\n")
show("tags", ds.CoNLL2000Dataset("conll", shuffle=False, num_parallel_workers=1))
for shard in range(2):
    show("part of tags", ds.CoNLL2000Dataset("conll", "train", shuffle=False, num_shards=2, shard_id=shard))
for name in ("train", "dev", "test"):
    write(f"udpos/en-ud-tag.v2.{name}.txt", f"{name}\tPROPN\tNNP\ndog\tN\tNN\n\nx\tA\tB\n\n")
show("words", ds.UDPOSDataset("udpos", shuffle=False, num_parallel_workers=1))
show("one sentence", ds.UDPOSDataset("udpos", "valid", num_samples=1, shuffle=False))

write("sst/train.tsv", "sentence\tlabel\nhide new \t0\nbest\t1\n\n")
write("sst/test.tsv", "index\tsentence\n0\tuneasy .\n1\tgreat\n")
show("reviews", ds.SST2Dataset("sst", shuffle=False))
show("reviews without labels", ds.SST2Dataset("sst", "test", shuffle=False))
for part in ("train/pos", "train/neg", "test/pos", "test/neg"):
    for number in (0, 10, 2):
        write(f"imdb/{part}/{number}_3.txt", f"{part} {number}")
show("films", ds.IMDBDataset("imdb", shuffle=False))
show("films of classes", ds.IMDBDataset("imdb", "train", sampler=ds.PKSampler(3, num_samples=4)).project("label"))
print(ds.IMDBDataset("imdb").num_classes())

paragraphs = [{"context": "c", "qas": [{"question": "q1", "answers": [{"text": "a", "answer_start": 3},
                                                                      {"text": "b", "answer_start": 7}]},
                                       {"question": "q2", "answers": []}]},
              {"context": "d", "qas": [{"question": "q3", "answers": [{"text": "é", "answer_start": 0}]}]}]
for name in ("train", "dev"):
    write(f"squad/{name}-v1.1.json", json.dumps({"data": [{"title": "t", "paragraphs": paragraphs}]}))
show("questions", ds.SQuADDataset("squad", "train", shuffle=False))
show("part of questions", ds.SQuADDataset("squad", "dev", shuffle=False, num_shards=2, shard_id=1))
for path in ("training/train", "validation/val", "mmt16_task1_test/test"):
    for language in ("en", "de"):
        write(f"multi/{path}.{language}", f"{path} {language} 1 \n\n{path} {language} 2\n")
show("translations", ds.Multi30kDataset("multi", shuffle=False, num_parallel_workers=1))
show("to English", ds.Multi30kDataset("multi", "train", ["de", "en"], shuffle=False))
write("wiki/enwik9", "<a>\n\n b \nc")
show("pages", ds.EnWik9Dataset("wiki", shuffle=False))

ds.config.set_seed(3)
show("random numbers", ds.CLUEDataset(["clue.json", "mixed.json"], num_parallel_workers=1), 2)
show("random translations", ds.Multi30kDataset("multi", num_parallel_workers=1), 2)
show("random films", ds.IMDBDataset("imdb", "train"), 2)
show("random questions", ds.SQuADDataset("squad", num_parallel_workers=1), 2)
show("random pages", ds.EnWik9Dataset("wiki"), 2)
