// SPDX-License-Identifier: Apache-2.0
#include "engine/importing/importedprofiles.h"

#include "engine/session/session.h"

namespace jitscope::inline importing {

Session withOrigin(Session session, std::string producer, const std::string &path) {
    session.info["producer"] = std::move(producer);
    session.info["imported_from"] = path;
    return session;
}

void ImportedProfiles::fail(const std::string &message) {
    if (firstError.empty()) firstError = message;
}

Result<Session> ImportedProfiles::finished(std::string producer, const std::string &path, const std::string &what) && {
    if (session.profiles.empty()) return Error{firstError.empty() ? path + ": holds no " + what : firstError};
    session.trace.arrange();
    session.diagnostics = diagnostics.all();
    return withOrigin(std::move(session), std::move(producer), path);
}

} // namespace jitscope::inline importing
