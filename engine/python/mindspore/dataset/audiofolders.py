# SPDX-License-Identifier: Apache-2.0
"""Collections of speech and music in WAVE files, with texts and labels beside them or in the names of the files."""
import os
import re
import wave

import numpy as np

from mindspore._missing import not_yet
from mindspore.dataset.checks import check_bool, check_num_samples
from mindspore.dataset.errors import pipeline_error
from mindspore.dataset.fileorder import check_choice, check_folder
from mindspore.dataset.imagelists import folders_in, lines_in
from mindspore.dataset.samplers import select_sampler
from mindspore.dataset.sources import MappableDataset


def read_wave(path):
    """
    (samples <1,N> of float32 from -1 to 1, those of several channels one after the other; samples in a second) of a
    WAVE file with 16 bits for each sample; RuntimeError for any other file.
    """
    try:
        with wave.open(path, "rb") as file:
            bits, rate, data = 8 * file.getsampwidth(), file.getframerate(), file.readframes(file.getnframes())
    except (OSError, EOFError, wave.Error) as failure:
        raise pipeline_error(f"Invalid file, failed to read the WAVE file {path}: {failure}") from None
    if bits != 16:
        raise pipeline_error(f"Invalid file, {path} has {bits} bits for each sample; only 16 can be read.")
    return np.frombuffer(data, "<i2").astype(np.float32)[None] / np.float32(32767), rate


class _Recordings(MappableDataset):
    """
    Recordings: column waveform (float32 <1,N>) and sample_rate, and what is said of them.

    Args:
        dataset_dir (str): the folder of the collection.
        usage (str): which part of it; all by default.
        num_samples, shuffle, sampler, num_shards, shard_id: which recordings, in which order; random is the default.

    Raises:
        ValueError: if there is no such folder, or for another usage.
        RuntimeError: when read, for files that are missing or no WAVE files of 16 bits; it names the file.
    """

    _usages = ()
    _rate_type = np.int32

    def __init__(self, dataset_dir, usage=None, num_samples=None, num_parallel_workers=None, shuffle=None, sampler=None,
                 num_shards=None, shard_id=None, cache=None):
        check_folder(dataset_dir)
        check_choice(usage, [None, *self._usages], "usage")
        check_num_samples(num_samples)
        if shuffle is not None:
            check_bool(shuffle, "shuffle")
        if cache is not None:
            raise not_yet(f"{type(self).__name__} with a cache")
        self._folder, self._usage, self._found = dataset_dir, usage or "all", None
        super().__init__(["waveform", "sample_rate", *self._described],
                         select_sampler(num_samples, sampler, shuffle, num_shards, shard_id), num_parallel_workers)

    def _list(self):
        """[(path, further columns...), ...]"""
        raise NotImplementedError(f"{type(self).__name__} does not say what its recordings are.")

    def _listed(self):
        if self._found is None:
            self._found = self._list()
            if not self._found:
                raise pipeline_error(f"Invalid data, no valid data matching the dataset API {type(self).__name__}. "
                                     f"Please check dataset API or file path: {self._folder}.")
        return self._found

    def _length(self):
        return len(self._listed())

    def _row(self, index):
        path, *others = self._listed()[index]
        waveform, rate = read_wave(path)
        return [waveform, self._rate_type(rate), *(np.array(other) for other in others)]

    def _path(self, *names):
        return os.path.join(self._folder, *names)


class _OnePart(_Recordings):
    """A collection without a choice of parts."""

    def __init__(self, dataset_dir, num_samples=None, num_parallel_workers=None, shuffle=None, sampler=None,
                 num_shards=None, shard_id=None, cache=None):
        super().__init__(dataset_dir, None, num_samples, num_parallel_workers, shuffle, sampler, num_shards, shard_id,
                         cache)


def _waves_in(folder):
    return [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith(".wav")]


class YesNoDataset(_OnePart):
    """YesNo: columns waveform, sample_rate (int32) and label (int32 <N>, the numbers in the name of the file)."""

    _described = ["label"]

    def _list(self):
        return [(path, self._numbers(path)) for path in _waves_in(self._folder)]

    @staticmethod
    def _numbers(path):
        name = os.path.basename(path)[:-len(".wav")]
        if not re.fullmatch(r"\d+(_\d+)*", name):
            raise pipeline_error(f"Invalid file name, the name of {path} should be numbers with _ between them.")
        return np.array(name.split("_"), np.int32)


class LJSpeechDataset(_OnePart):
    """LJSpeech: columns waveform, sample_rate (int32), transcription and normalized_transcription, of metadata.csv."""

    _described = ["transcription", "normalized_transcription"]

    def _list(self):
        path, found = self._path("metadata.csv"), []
        for number, line in enumerate(lines_in(path), 1):
            parts = line.split("|")
            if len(parts) != 3:
                raise pipeline_error(f"Invalid file, {path} has no name and two texts in line {number}: {line}")
            found.append((self._path("wavs", parts[0] + ".wav"), *parts[1:]))
        return found


class SpeechCommandsDataset(_Recordings):
    """
    Speech Commands: columns waveform, sample_rate (int32), label and speaker_id (texts), utterance_number (int32).
    `usage` is "train", "test", "valid" or "all" (the default).
    """

    _usages = ("train", "test", "valid", "all")
    _described = ["label", "speaker_id", "utterance_number"]

    def _list(self):
        return [(path, os.path.basename(os.path.dirname(path)), *self._speaker(path)) for path in self._paths()]

    def _paths(self):
        if self._usage in ("test", "valid"):
            return sorted(self._named(self._usage))
        paths = {path for name in folders_in(self._folder) if "_background_noise_" not in name
                 for path in _waves_in(self._path(name))}
        return sorted(paths if self._usage == "all" else paths - self._named("test") - self._named("valid"))

    def _named(self, usage):
        name = {"test": "testing_list.txt", "valid": "validation_list.txt"}[usage]
        return {self._path(line) for line in lines_in(self._path(name)) if line}

    @staticmethod
    def _speaker(path):
        found = re.fullmatch(r"(.+)_nohash_(\d+)\.wav", os.path.basename(path))
        if found is None:
            raise pipeline_error(f"Invalid file name, failed to get file info: {path}")
        return found[1], np.int32(int(found[2]))


class GTZANDataset(_Recordings):
    """GTZAN: columns waveform, sample_rate (uint32) and label (a text), a folder for each genre; all are read."""

    _usages = ("train", "valid", "test", "all")
    _described = ["label"]
    _rate_type = np.uint32
    _genres = ("blues", "classical", "country", "disco", "hiphop", "jazz", "metal", "pop", "reggae", "rock")

    def __init__(self, dataset_dir, usage=None, num_samples=None, num_parallel_workers=None, shuffle=None, sampler=None,
                 num_shards=None, shard_id=None, cache=None):
        super().__init__(dataset_dir, usage, num_samples, num_parallel_workers, shuffle, sampler, num_shards, shard_id,
                         cache)
        if self._usage != "all":
            raise not_yet(f"GTZANDataset with usage '{self._usage}', whose list of recordings is not in the files,")

    def _list(self):
        return [(path, genre) for genre in self._genres if os.path.isdir(self._path(genre))
                for path in _waves_in(self._path(genre))]


class LibriTTSDataset(_Recordings):
    """
    LibriTTS: columns waveform, sample_rate (uint32, 24000), original_text, normalized_text, speaker_id and chapter_id
    (uint32), utterance_id. `usage` is "dev-clean", "dev-other", "test-clean", "test-other", "train-clean-100",
    "train-clean-360", "train-other-500" or "all" (the default).
    """

    _usages = ("dev-clean", "dev-other", "test-clean", "test-other", "train-clean-100", "train-clean-360",
               "train-other-500", "all")
    _described = ["original_text", "normalized_text", "speaker_id", "chapter_id", "utterance_id"]
    _rate_type = np.uint32

    def _list(self):
        parts = self._usages[:-1] if self._usage == "all" else [self._usage]
        return [row for part in parts for folder, folders, names in os.walk(self._path(part))
                if not folders.sort() for name in sorted(names) if name.endswith(".trans.tsv")
                for row in self._rows_of(part, os.path.join(folder, name))]

    def _rows_of(self, part, path):
        for line in lines_in(path):
            name, *texts = line.split("\t")
            numbers = name.split("_")
            if len(texts) != 2 or len(numbers) != 4 or not (numbers[0] + numbers[1]).isdigit():
                raise pipeline_error(f"Invalid file, the file may not be a LibriTTS dataset file: {path}")
            speaker, chapter = int(numbers[0]), int(numbers[1])
            recording = self._path(part, str(speaker), str(chapter), name + ".wav")
            yield recording, *texts, np.uint32(speaker), np.uint32(chapter), name

    def _row(self, index):
        row = super()._row(index)
        if row[1] != 24000:
            raise pipeline_error("Invalid file, sampling rate of LibriTTS wav file must be 24000, file path: "
                                 f"{self._listed()[index][0]}")
        return row


_VOICES = ["aew", "ahw", "aup", "awb", "axb", "bdl", "clb", "eey", "fem", "gka", "jmk", "ksp", "ljm", "lnh", "rms",
           "rxr", "slp", "slt"]


class CMUArcticDataset(_Recordings):
    """
    CMU Arctic: columns waveform, sample_rate (uint32), transcript and utterance_id (texts). `name` is the voice, "aew"
    (the default), "ahw", "aup" and so on.
    """

    _described = ["transcript", "utterance_id"]
    _rate_type = np.uint32

    def __init__(self, dataset_dir, name=None, num_samples=None, num_parallel_workers=None, shuffle=None, sampler=None,
                 num_shards=None, shard_id=None, cache=None):
        check_choice(name, [None, *_VOICES], "name")
        super().__init__(dataset_dir, None, num_samples, num_parallel_workers, shuffle, sampler, num_shards, shard_id,
                         cache)
        self._folder = os.path.join(dataset_dir, f"cmu_us_{name or 'aew'}_arctic")

    def _list(self):
        path, found = self._path("etc", "txt.done.data"), []
        for number, line in enumerate(lines_in(path), 1):
            parts = line.split('"')
            match = re.search(r"arctic_(\w+)", parts[0])
            if len(parts) < 3 or match is None:
                raise pipeline_error(f"Invalid file, {path} has no name and text in line {number}: {line}")
            found.append((self._path("wav", f"arctic_{match[1]}.wav"), parts[1], match[1]))
        return found
