// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/kerneldetails/columnwidths.h"

#include "app/models/recordview.h"
#include "app/sdk/theme.h"

#include <QHeaderView>
#include <algorithm>

namespace jitscope {
inline namespace kerneldetailspanel {

void fitColumns(RecordView *view) {
    constexpr int narrowest = 56, widest = 320;
    for (int i = 0; i < view->header()->count(); ++i) {
        view->resizeColumnToContents(i);
        view->setColumnWidth(i, std::clamp(view->columnWidth(i) + 2 * metrics::grid, narrowest, widest));
    }
}

} // namespace kerneldetailspanel
} // namespace jitscope
