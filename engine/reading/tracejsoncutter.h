// SPDX-License-Identifier: Apache-2.0
// Cuts trace files into pieces that begin and end between two events, so that threads can read the pieces at once.
//
// Borders are exact: the cutter follows quotes and brackets from the beginning of a file to its end, sixteen bytes at a
// time, and so knows which braces stand in a text. Around the events it reads the object that may hold them. Where a
// file is damaged it goes on at the next text that begins like an event.
#pragma once

#include "engine/reading/inputfile.h"
#include "engine/reading/tracejsonfaults.h"
#include "engine/reading/tracejsontext.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace jitscope::inline reading::tracejson {

/** A stretch of a file that holds a trace. */
struct FilePart {
    std::shared_ptr<const InputFile> file;
    int64_t begin = 0, end = 0;
};

/** Events with commas and spaces around them. */
struct Piece {
    int64_t number = -1; ///< 0, 1, 2, ... in the order of the files
    int file = 0;
    int64_t offset = 0; ///< of the text in its file
    std::string_view text;
};

class EventCutter {
public:
    explicit EventCutter(std::vector<FilePart> parts, int64_t pieceBytes = int64_t(2) << 20);

    /** The next piece, in `buffer`; number -1 at the end. One thread at a time. */
    Result<Piece> next(std::vector<char> &buffer);
    int64_t bytesDone() const { return m_bytesBefore + m_at - m_begin; }
    const Faults &faults() const { return m_faults; }
    const std::map<std::string, std::string> &info() const { return m_info; }
    /** Whether anything was found that can hold events. */
    bool foundEvents() const { return m_foundEvents; }

private:
    enum class Place { FileStart, Events, Members, Between, Damage };
    struct Cut {
        int64_t border = 0;    ///< behind the last whole event; 0 for none
        int64_t arrayEnd = -1; ///< the bracket that closes the events
    };
    static Cut cut(const char *begin, int64_t size);

    bool openNextFile();
    Result<std::string_view> fill(std::vector<char> &buffer, int64_t bytes);
    bool isWholeRest(std::string_view text) const { return m_at + int64_t(text.size()) >= m_end; }
    Result<void> findEvents(std::vector<char> &buffer);
    void startDocument(std::string_view text);
    void readMembers(std::string_view text);
    void lookBetween(std::string_view text);
    void lookForEvent(std::string_view text);
    void enterEvents(int64_t at);
    void growOrGiveUp(std::string_view text);
    void takeUncut(std::string_view text);
    void damage(Fault fault, int64_t begin);
    void addInfo(const RawValue &key, const RawValue &value);

    std::vector<FilePart> m_parts;
    int64_t m_wholePieceBytes, m_pieceBytes, m_lookBytes;
    int m_file = -1;
    int64_t m_begin = 0, m_at = 0, m_end = 0, m_bytesBefore = 0;
    int64_t m_number = 0;
    Place m_place = Place::Between;
    bool m_isObject = false;   ///< the events stand in an object
    bool m_hasBracket = false; ///< there is one to be closed
    bool m_foundEvents = false, m_foundInFile = false, m_isDone = false;
    Faults m_faults;
    std::map<std::string, std::string> m_info;
};

} // namespace jitscope::inline reading::tracejson
