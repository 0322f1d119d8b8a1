// SPDX-License-Identifier: Apache-2.0
// An example of a panel that comes from a plugin: how many operators of each kind ran. Copy this folder to begin your
// own.
#include "app/sdk/document.h"
#include "app/sdk/pluginpanels.h"
#include "app/sdk/theme.h"
#include "engine/ops/opdef.h"
#include "engine/session/session.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <array>

namespace {

using namespace jitscope;

struct Category {
    OpCategory category;
    const char *name;
};

constexpr std::array<Category, 7> categories = {{
    {OpCategory::MatMul, QT_TRANSLATE_NOOP("ExamplePanel", "matrix products")},
    {OpCategory::ElementWise, QT_TRANSLATE_NOOP("ExamplePanel", "element-wise")},
    {OpCategory::Normalisation, QT_TRANSLATE_NOOP("ExamplePanel", "normalisation and activation")},
    {OpCategory::Reduction, QT_TRANSLATE_NOOP("ExamplePanel", "reductions")},
    {OpCategory::DataMovement, QT_TRANSLATE_NOOP("ExamplePanel", "data movement")},
    {OpCategory::Creation, QT_TRANSLATE_NOOP("ExamplePanel", "creation")},
    {OpCategory::Other, QT_TRANSLATE_NOOP("ExamplePanel", "other")},
}};

class CategoriesPanel : public Panel {
public:
    CategoriesPanel(const PanelContext &context, QWidget *parent)
        : Panel(parent)
        , m_document(context.document) {
        connect(&m_document, &Document::replaced, this, &CategoriesPanel::count);
        connect(&m_document, &Document::appended, this, &CategoriesPanel::count);
        count();
    }

    QString contentAsText() const override {
        QStringList lines;
        for (size_t i = 0; i < categories.size(); ++i)
            lines.append(nameAt(i) + QLatin1Char('\t') + QString::number(m_counts[i]));
        return lines.join(QLatin1Char('\n'));
    }

protected:
    void paintEvent(QPaintEvent *) override {
        const Theme &theme = currentTheme();
        const int most = std::max(1, *std::max_element(m_counts.begin(), m_counts.end()));
        const int nameWidth = width() / 2, numberWidth = 60;
        const int barWidth = width() - nameWidth - numberWidth - 3 * metrics::grid;
        QPainter painter(this);
        painter.fillRect(rect(), theme.panel);
        for (size_t i = 0; i < categories.size(); ++i) {
            const int y = metrics::grid + int(i) * metrics::rowHeight;
            painter.setPen(theme.text);
            painter.setFont(uiFont());
            painter.drawText(QRect(metrics::grid, y, nameWidth, metrics::rowHeight), Qt::AlignVCenter, nameAt(i));
            const int length = barWidth * m_counts[i] / most;
            painter.fillRect(QRect(metrics::grid + nameWidth, y + 8, length, metrics::rowHeight - 16),
                             theme.category(categories[i].category));
            painter.setFont(codeFont());
            painter.drawText(QRect(width() - metrics::grid - numberWidth, y, numberWidth, metrics::rowHeight),
                             Qt::AlignVCenter | Qt::AlignRight, QString::number(m_counts[i]));
        }
    }

private:
    static QString nameAt(size_t i) { return QCoreApplication::translate("ExamplePanel", categories[i].name); }

    void count() {
        m_counts.fill(0);
        for (const OpEvent &event : m_document.session().ops) {
            const OpDef *op = findOp(event.op);
            const OpCategory category = op ? op->category : OpCategory::Other;
            for (size_t i = 0; i < categories.size(); ++i)
                if (categories[i].category == category) ++m_counts[i];
        }
        setAccessibleDescription(contentAsText());
        update();
    }

    Document &m_document;
    std::array<int, categories.size()> m_counts{};
};

} // namespace

JITSCOPE_PLUGIN {
    static const PluginManifest manifest{
        .name = "example_panel",
        .version = "1.0.0",
        .kind = PluginKind::Panel,
        .summary = "Counts operators by kind; an example of a panel",
        .brings = {panelExtension({QStringLiteral("categories"), QStringLiteral("Categories"),
                                   QStringLiteral("How many operators of each kind ran"), PanelArea::Right,
                                   [](const PanelContext &context, QWidget *parent) -> Panel * {
                                       return new CategoriesPanel(context, parent);
                                   }})},
    };
    return &manifest;
}
