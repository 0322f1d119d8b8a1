// SPDX-License-Identifier: Apache-2.0
// A recording on disk while it grows: what was recorded survives a crash, and values beyond the budget are kept there.
#pragma once

#include "engine/session/recordedvalue.h"
#include "engine/session/sessionfwd.h"

#include <memory>
#include <span>

namespace jitscope::inline session {

/** What is known of a journal without reading it all. */
struct JournalInfo {
    std::string path, script;
    int64_t ops = 0, bytes = 0;
    int64_t startedUnixSeconds = 0;
    bool isOwned = false; ///< by a process that lives
};

/** Values on their way to the file. */
struct SpillItem {
    uint64_t storage = 0; ///< RecordedStorage::serial(), by which parts refer to them
    const std::byte *data = nullptr;
    int64_t bytes = 0;
};

/** Appends parts of one recording to one file. From any thread; the file is locked for as long as it lives. */
class Journal {
public:
    /** A new file in `folder`, which is made if need be. */
    static Result<std::unique_ptr<Journal>> create(const std::string &folder);
    /** One that another process has just created: from now on this one writes it. Takes the descriptor, with which the
        lock is shared. */
    static Result<std::unique_ptr<Journal>> adopt(int descriptor, const std::string &path);
    ~Journal();

    /** A part with `ops` operators as packSession() packs it, in a checked block: a crash in the middle of it leaves
        what was there before whole. */
    Result<void> append(const std::string &rows, int64_t ops);
    Result<void> append(const Session &part);
    /** Values written out as one block; each is read back by its result, for as long as that lives, also after the
        journal is gone. */
    Result<std::vector<std::shared_ptr<const SpilledBytes>>> spill(std::span<const SpillItem> items);
    /** The same for values that stay in memory all the same, so that a crash leaves them. */
    Result<void> keep(std::span<const SpillItem> items);
    /** What another process wrote to it. */
    std::shared_ptr<const SpilledBytes> at(const FilePlace &place) const;
    int descriptor() const;
    /** Bytes of values in the file. */
    int64_t spilledBytes() const;
    const std::string &path() const;
    /** The run ended well and was saved, or nobody wants it: the file goes away when its last reader does. */
    void discard();

private:
    struct State;
    explicit Journal(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

/** Journals in `folder` that no living process owns: recordings that were cut off. Newest first. */
std::vector<JournalInfo> abandonedJournals(const std::string &folder);
/** Removes journals that processes which are gone had only begun to make. */
void removeBegunJournals(const std::string &folder);
/** All whole blocks of a journal as a session; a damaged end is left out and said in a problem. Runs nothing. */
Result<Session> readJournal(const std::string &path);
void deleteJournal(const std::string &path);
/** $XDG_STATE_HOME/jitscope/journals, or below JITSCOPE_CONFIG_DIR when that is set. */
std::string journalFolder();

} // namespace jitscope::inline session
