// Tests that every text of the windows goes through tr(): a translator adds a mark to each, so no text may lack it.

#include "app/window/compare/compare_window.h"
#include "support/compared_pair.h"
#include "views/compare/comparison_tabs.h"
#include "views/details/details_pages.h"
#include "window_fixture.h"

#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QTabWidget>
#include <QTranslator>

#include <set>

namespace loupe {
namespace {

constexpr QChar mark = u'⟦';

/// A language in which every text starts with a mark.
class MarkedLanguage : public QTranslator {
public:
    QString translate(const char* /*context*/, const char* text, const char* /*comment*/, int /*count*/) const override
    {
        return mark + QString::fromUtf8(text);
    }
    bool isEmpty() const override { return false; }
};

/// Whether the text is the same in all languages: data of the sample, or names of formats, types, algorithms and
/// programs.
bool isData(const QString& text)
{
    static const QRegularExpression data(QStringLiteral(
        "gpt2-tiny|safetensors|/"
        "|^(Tensorloupe|Safetensors|torch|numpy|xxh3.*|sha.*|[A-Z]\\d+(_\\w+)?|BF16|BOOL|NaN|[+−]?Inf)$"
        "|^(wte|wpe|format|framework|model|pt|layers|norm|bias|[qk])$"
        "|^[\\d\\W]*( [KMGT]?i?B)?$|^[\\d,.]+ [KMBT]$|^0x|^(([a-z_0-9]+|\\{\\d+…\\d+\\})[./])+[a-z_0-9.]*$"));
    return text.contains(data);
}

class TranslatedTextsTest : public testing::Test {
protected:
    TranslatedTextsTest() { QCoreApplication::installTranslator(&m_language); }
    ~TranslatedTextsTest() override
    {
        QCoreApplication::removeTranslator(&m_language);
        for (const QString& text : m_unmarked)
            ADD_FAILURE() << text.toStdString();
    }

    void look(const QString& text, const char* what)
    {
        static const QRegularExpression word(QStringLiteral("[A-Za-z]{2}"));
        if (text.contains(word) && !text.contains(mark) && !isData(text))
            m_unmarked.insert(QLatin1String(what) + QStringLiteral(": ") + text);
    }
    void look(const QList<QAction*>& actions)
    {
        for (QAction* const action : actions) {
            look(action->text().section(u'\t', 0, 0), "action");
            look(action->toolTip(), "tool tip of an action");
            if (action->menu())
                look(action->menu()->actions());
        }
    }
    void look(QWidget& window)
    {
        for (QWidget* const widget : window.findChildren<QWidget*>()) {
            if (!widget->isVisibleTo(&window))
                continue;
            look(widget->accessibleName(), "accessible name");
            look(widget->toolTip(), "tool tip");
            look(widget->actions());
            if (const auto* const button = qobject_cast<QAbstractButton*>(widget))
                look(button->text(), "button");
            if (const auto* const label = qobject_cast<QLabel*>(widget))
                look(label->text(), "label");
            if (const auto* const edit = qobject_cast<QLineEdit*>(widget))
                look(edit->placeholderText(), "placeholder");
            if (const auto* const tabs = qobject_cast<QTabWidget*>(widget)) {
                for (int tab = 0; tab < tabs->count(); ++tab)
                    look(tabs->tabText(tab), "tab");
            }
            if (const auto* const box = qobject_cast<QComboBox*>(widget)) {
                for (int item = 0; item < box->count(); ++item)
                    look(box->itemText(item), "item of a box");
            }
            if (const auto* const header = qobject_cast<QHeaderView*>(widget)) {
                for (int section = 0; header->model() && section < header->count(); ++section) {
                    look(header->model()->headerData(section, header->orientation()).toString(), "heading");
                    look(header->model()->headerData(section, header->orientation(), Qt::ToolTipRole).toString(),
                        "tool tip of a heading");
                }
            }
        }
    }
    template <typename Condition>
    static bool await(Condition condition)
    {
        return QTest::qWaitFor(condition, 20'000);
    }

private:
    MarkedLanguage m_language;
    std::set<QString> m_unmarked;
};

TEST_F(TranslatedTextsTest, OfTheWindow)
{
    MainWindow window(false);
    window.show();
    look(window);
    window.open(toQString(test::dataPath("safetensors/gpt2-tiny.safetensors")));
    ASSERT_TRUE(await([&] { return test::document(window).current() && window.isIdle(); }));
    ASSERT_TRUE(window.tree().selectNode(0));
    for (const DetailsPageKind& kind : detailsPageKinds()) {
        test::details(window).showTab(kind.tab);
        ASSERT_TRUE(await([&] { return window.isIdle(); }));
        look(window);
    }
    look(window.menuBar()->actions());
}

TEST_F(TranslatedTextsTest, OfTheComparison)
{
    const test::ComparedPair pair;
    CompareWindow window(false, pair.a(), pair.b());
    window.show();
    ASSERT_TRUE(await([&] { return window.isIdle(); }));
    auto& tabs = *window.findChild<ComparisonTabs*>();
    for (int tab = 0; tab < tabs.count(); ++tab) {
        tabs.setCurrentIndex(tab);
        ASSERT_TRUE(await([&] { return window.isIdle(); }));
        look(window);
    }
    look(window.menuBar()->actions());
}

} // namespace
} // namespace loupe
