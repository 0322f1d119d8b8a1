// SPDX-License-Identifier: Apache-2.0
// Device models as files: what a fit saves and the user's folder holds. JSON of our own form, read with checks.
#pragma once

#include "engine/ascend/devicemodel.h"

namespace jitscope::inline ascend {

/** {"format":"jitscope device model","version":1,"name":...,"parameters":{key:value},"sources":{...},"vector":[...]} */
std::string modelAsJson(const DeviceModel &model);
/** `file` is for messages. */
Result<DeviceModel> modelFromJson(std::string text, const std::string &file);

Result<void> saveModelFile(const DeviceModel &model, const std::string &path);
Result<DeviceModel> loadModelFile(const std::string &path);
/** Registers every *.json of the folder; the messages of those that could not be read. No folder, no messages. */
std::vector<std::string> loadModelFolder(const std::string &folder);
/** A name for the file of a model: letters, digits, '-', '_' and '.' of its name. */
std::string modelFileName(const std::string &modelName);

} // namespace jitscope::inline ascend
