// SPDX-License-Identifier: GPL-3.0-or-later
// Over a table that does not follow all of what operators are filtered by: says so while they are.
#pragma once

#include "app/models/sentenceline.h"

#include <cstdint>

namespace jitscope {
inline namespace sdk {
struct PanelContext;
}
} // namespace jitscope

namespace jitscope {
inline namespace models {

class OperatorSource;

class WholeRunNote : public SentenceLine {
    Q_OBJECT
public:
    enum class Follows : uint8_t { Nothing, Times };
    /** `ofTimes` says how the table follows a marked range, where it does. */
    explicit WholeRunNote(const PanelContext &context, Follows follows = Follows::Nothing, const QString &ofTimes = {},
                          QWidget *parent = nullptr);

private:
    void tell();

    OperatorSource &m_source;
    Follows m_follows;
    QString m_ofTimes;
};

} // namespace models
} // namespace jitscope
