// SPDX-License-Identifier: GPL-3.0-or-later
// Says at once what a recording could not keep: no journal, values or operators that are let go of, a restored one's
// gaps.
#pragma once

#include <QObject>

#include <cstddef>

namespace jitscope {
inline namespace sdk {
class Document;
class InfoBar;
} // namespace sdk
} // namespace jitscope

namespace jitscope {
inline namespace shell {

class RecordingVoice : public QObject {
    Q_OBJECT
public:
    RecordingVoice(Document &document, InfoBar &bar, QObject *parent);

private:
    void tell();

    Document &m_document;
    InfoBar &m_bar;
    size_t m_told = 0; ///< of the session's problems
};

} // namespace shell
} // namespace jitscope
