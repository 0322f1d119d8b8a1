# SPDX-License-Identifier: Apache-2.0
"""What goes wrong with MindRecord files, by the classes and words that MindSpore has for it."""


class MindRecordException(Exception):
    """The base of the others; its text begins with the name of the class."""

    sentence = "{}"

    def __init__(self, *details):
        super().__init__(*details)
        self.error_msg = self.sentence.format(*details) if details or "{" not in self.sentence else self.sentence

    def __str__(self):
        return f"[{type(self).__name__}]: {self.error_msg}"


# Each class with its text; the arguments of the class stand in the braces.
_SENTENCES = {
    "UnknownError": "Unknown error.",
    "ParamTypeError": "Invalid parameter type. '{}' expect {} type.",
    "ParamValueError": "Invalid parameter value. {}",
    "ParamMissError": "Param missing. '{}' is required.",
    "PathNotExistsError": "Invalid path. {}",
    "DbConnectionError": "Db connection is error. Detail: {}",
    "MRMOpenError": "MindRecord File could not open successfully.",
    "MRMOpenForAppendError": "MindRecord File could not open successfully for append.",
    "MRMInvalidPageSizeError": "Failed to set page size.",
    "MRMInvalidHeaderSizeError": "Failed to set header size.",
    "MRMSetHeaderError": "Failed to set header.",
    "MRMWriteDatasetError": "Failed to write dataset.",
    "MRMCommitError": "Failed to commit.",
    "MRMLaunchError": "Failed to launch.",
    "MRMFinishError": "Failed to finish.",
    "MRMCloseError": "Failed to close.",
    "MRMAddSchemaError": "Failed to add schema.",
    "MRMAddIndexError": "Failed to add index field.",
    "MRMBuildSchemaError": "Failed to build schema.",
    "MRMGetMetaError": "Failed to get meta info.",
    "MRMIndexGeneratorError": "Failed to create index generator.",
    "MRMGenerateIndexError": "Failed to generate index.",
    "MRMInitSegmentError": "Failed to initialize segment.",
    "MRMFetchCandidateFieldsError": "Failed to fetch candidate category fields.",
    "MRMReadCategoryInfoError": "Failed to read category information.",
    "MRMFetchDataError": "Failed to fetch data by category.",
    "MRMInvalidSchemaError": "Schema format is error. Detail: {}",
    "MRMValidateDataError": "Raw data do not match the schema. Detail: {}",
    "MRMDefineIndexError": "Failed to define index field. Detail: {}",
    "MRMDefineBlobError": "Failed to define blob field. Detail: {}",
    "MRMUnsupportedSchemaError": "Schema is not supported. Detail: {}",
    "MRMDefineCategoryError": "Failed to define category field. Detail: {}",
}

globals().update({name: type(name, (MindRecordException,), {"sentence": sentence, "__module__": __name__,
                                                             "__doc__": f"{sentence.rstrip('.')}."})
                  for name, sentence in _SENTENCES.items()})

__all__ = ["MindRecordException", *_SENTENCES]
