#include "views/tree/edited_delegate.h"

#include "core/text/name_patterns.h"
#include "items/jobs/item_roles.h"

#include <gtest/gtest.h>

#include <QSet>
#include <QStandardItemModel>

#include <memory>

namespace loupe {
namespace {

class ShownTexts : public EditedDelegate {
public:
    QString text(const QModelIndex& index, int width) const
    {
        QStyleOptionViewItem option;
        option.rect = QRect(0, 0, width, 20);
        initStyleOption(&option, index);
        return option.text;
    }
};

/// A table of renames, with one column for the names before and one for those after.
class EditedDelegateTest : public testing::Test {
protected:
    EditedDelegateTest()
    {
        const auto patterns = std::make_shared<NamePatterns>();
        for (const char* const role : {"self_attn.q_proj", "self_attn.k_proj", "mlp.fc1"})
            for (const char* const prefix : {"base_model.model.model.vision_tower.vision_model.encoder", "vis.enc"}) {
                const QString name = QStringLiteral("%1.layers.0.%2.lora_A.default_adapter_name.weight")
                                         .arg(QLatin1String(prefix), QLatin1String(role));
                patterns->add(name.toStdString());
                auto* const item = new QStandardItem(name);
                item->setData(true, IsPathRole);
                m_model.appendRow(item);
            }
        m_patterns = patterns;
    }
    QStringList texts(int letters) const
    {
        const ShownTexts delegate;
        const int width = letters * QFontMetrics(QStyleOptionViewItem().font).averageCharWidth();
        QStringList all;
        for (int row = 0; row < m_model.rowCount(); ++row)
            all << delegate.text(m_model.index(row, 0), width);
        return all;
    }

    QStandardItemModel m_model;
    NamePatternsPtr m_patterns;
};

TEST_F(EditedDelegateTest, NamesOfAListAreToldApart)
{
    for (int row = 0; row < m_model.rowCount(); ++row)
        m_model.item(row)->setData(QVariant::fromValue(m_patterns), NamePatternsRole);
    for (const int letters : {36, 44, 52, 80}) {
        const QStringList shown = texts(letters);
        EXPECT_EQ(QSet<QString>(shown.begin(), shown.end()).size(), shown.size()) << shown.join(u' ').toStdString();
    }
    EXPECT_TRUE(texts(44)[0].contains(QStringLiteral("encoder"))) << "what changes is seen in both columns";
    EXPECT_TRUE(texts(44)[1].startsWith(QStringLiteral("vis.enc")));
}

TEST_F(EditedDelegateTest, WithoutAListANameKeepsItsEnd)
{
    EXPECT_TRUE(texts(44)[0].endsWith(QStringLiteral(".weight"))) << texts(44)[0].toStdString();
}

} // namespace
} // namespace loupe
