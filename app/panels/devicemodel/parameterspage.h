// SPDX-License-Identifier: GPL-3.0-or-later
// The parameters of a device model as tables: value, unit, what it means and where it comes from.
#pragma once

#include "app/models/tablemodel.h"
#include "engine/ascend/devicemodel.h"

#include <QWidget>

namespace jitscope {
inline namespace models {
class RecordView;
}
} // namespace jitscope

namespace jitscope {
inline namespace devicemodelpanel {

class ParametersPage : public QWidget {
    Q_OBJECT
public:
    explicit ParametersPage(QWidget *parent = nullptr);
    void show(const DeviceModel &model);
    QString asText() const;
    /** Keeps the rows with that text. */
    void setFilter(const QString &text);

private:
    struct ParameterRow {
        QString name, value, unit, meaning, source;
    };
    TableModel<ParameterRow> *m_parameters;
    TableModel<VectorBandwidth> *m_vectors;
    RecordView *m_parameterView, *m_vectorView;
};

/** "matmul 7.1 % (336 kernels), vector 17.4 % (1831)"; a sentence for a model that was never measured. */
QString errorText(const ModelError &error);
QString errorShareText(double share); ///< 7.1 %

} // namespace devicemodelpanel
} // namespace jitscope
