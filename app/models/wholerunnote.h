// SPDX-License-Identifier: GPL-3.0-or-later
// Over a table that does not follow what operators are filtered by: says so while they are.
#pragma once

#include "app/models/sentenceline.h"

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
    explicit WholeRunNote(const PanelContext &context, QWidget *parent = nullptr);

private:
    void tell();

    OperatorSource &m_source;
};

} // namespace models
} // namespace jitscope
