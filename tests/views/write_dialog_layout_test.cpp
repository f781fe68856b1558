// In write dialogs, no widget overlaps another or has too little room, and the buttons are visible, at any allowed
// size, in English and German.

#include "views/adapters/extract_adapter_choice.h"
#include "views/adapters/kept_energy_panel.h"
#include "views/adapters/merge_adapter_choice.h"
#include "views/adapters/rank_choice.h"
#include "views/adapters/rewrite_adapter_choice.h"
#include "views/adapters/spelling_box.h"

#include "adapters/adapter_cases.h"
#include "support/german.h"
#include "support/laid_out.h"
#include "views/kit/tall_area.h"
#include "write_dialog_fixture.h"

#include <QScreen>
#include <QScrollBar>
#include <QTest>
#include <QWheelEvent>

#include <algorithm>
#include <functional>
#include <string>

namespace loupe {
namespace {

constexpr QSize frame(16, 48); // added by a window manager
constexpr QSize smallScreen(800, 560);

AdapterReportPtr readAdapter(const std::string& name)
{
    auto read = readReport(test::openAdapterFile(name), {});
    EXPECT_TRUE(read);
    return *read;
}

AdapterReportPtr readWithBase(const std::string& name, const std::string& base)
{
    auto based = withBase(readAdapter(name), test::dataPath("adapters/" + base), {});
    EXPECT_TRUE(based);
    return *based;
}

class WriteDialogLayoutTest : public WriteDialogTest {
protected:
    WriteTask task(const std::string& name) const
    {
        return {.title = QStringLiteral("Title"),
            .source = QStringLiteral("what it is made of, which may have a long name.safetensors"),
            .recipe = {},
            .choices = {.formats = allOutputFormats(), .path = path(name), .several = true}};
    }
    void show(std::unique_ptr<WriteDialog> dialog)
    {
        m_dialog = std::move(dialog);
        m_dialog->show();
        waitUntilIdle();
    }
    void show(RecipeChoice* choice) { show(std::make_unique<WriteDialog>(task("adapter_model.safetensors"), choice)); }
    void expectLaidOut(const std::string& what)
    {
        const QSize opened = m_dialog->size();
        const QSize most = m_dialog->screen()->availableSize() - frame;
        EXPECT_EQ(opened, opened.boundedTo(most)) << what << " opens larger than the screen";
        for (const QSize size : {opened, smallScreen - frame, QSize(1280, 800) - frame, QSize(0, 0)}) {
            m_dialog->resize(size);
            QCoreApplication::sendPostedEvents();
            QCoreApplication::processEvents();
            const std::string where =
                what + " at " + std::to_string(size.width()) + 'x' + std::to_string(size.height());
            if (!size.isNull()) {
                EXPECT_EQ(m_dialog->size(), size) << where;
            }
            // Sizes that depend on each other settle over several events.
            EXPECT_TRUE(QTest::qWaitFor([&] { return test::layoutFaults(*m_dialog).empty(); }))
                << where << ": " << testing::PrintToString(test::layoutFaults(*m_dialog));
            for (QPushButton* const button : m_dialog->status().findChildren<QPushButton*>()) {
                const QRect place(button->mapTo(m_dialog.get(), QPoint(0, 0)), button->size());
                EXPECT_TRUE(!button->isVisible() || m_dialog->rect().contains(place))
                    << where << ": " << button->text().toStdString();
            }
        }
        m_dialog->resize(opened);
    }

    /// Whether the proposed path is in the test's folder, rather than next to a sample.
    bool writesIntoFolder() const
    {
        return std::ranges::any_of(m_dialog->form().findChildren<QLineEdit*>(),
            [this](const QLineEdit* edit) { return edit->text().startsWith(path({})); });
    }
    /// Checks every state of the dialogs that the user may see.
    void lookAtAll(const std::string& language)
    {
        for (const auto& [name, make] : m_makers) {
            make();
            expectLaidOut(name + ", " + language);
            if (!write().isEnabled() || !writesIntoFolder())
                continue;
            write().click();
            waitUntilIdle();
            expectLaidOut(name + " after writing, " + language);
        }
    }

    using Aim = RewriteAdapterChoice::Aim;
    const std::vector<std::pair<std::string, std::function<void()>>> m_makers{
        {"converting", [this] { make("safetensors/all-dtypes.safetensors", "a.bt"); }},
        {"what a format cannot hold", [this] { make("safetensors/all-dtypes.safetensors", "b.npz"); }},
        {"a damaged file", [this] { make(cut(), "c.bt"); }},
        {"quantized weights",
            [this] {
                const auto opened = test::openData("safetensors/gpt2-tiny.safetensors");
                WriteTask quantized = task("d.safetensors");
                quantized.recipe = editedRecipe(StagedEdits(opened->checkpoint));
                quantized.choices.quantized = quantized.choices.keepShards = true;
                show(std::make_unique<WriteDialog>(std::move(quantized)));
            }},
        {"merging nothing",
            [this] { show(std::make_unique<WriteDialog>(task("e.safetensors"), nullptr, StagedEdits())); }},
        {"merging checkpoints",
            [this] {
                auto opened = test::openData("safetensors/gpt2-tiny.safetensors");
                const StagedEdits staged(opened->checkpoint);
                show(std::make_unique<WriteDialog>(task("f.safetensors"), std::move(opened), staged));
            }},
        {"resizing", [this] { show(new RewriteAdapterChoice(readAdapter("kohya.safetensors"), Aim::Resize)); }},
        {"an energy",
            [this] {
                auto* const choice =
                    new RewriteAdapterChoice(readAdapter("peft/adapter_model.safetensors"), Aim::Resize);
                show(choice);
                choice->ranks().keep().setCurrentIndex(int(RankChoice::Keep::Energy));
                waitUntilIdle();
            }},
        {"other names", [this] { show(new RewriteAdapterChoice(readAdapter("flux.safetensors"), Aim::Rename)); }},
        {"a base that is missed",
            [this] {
                auto* const choice = new RewriteAdapterChoice(readAdapter("kohya.safetensors"), Aim::Rename);
                show(choice);
                choice->spelling().setCurrentIndex(1);
                waitUntilIdle();
            }},
        {"extracting",
            [this] {
                show(new ExtractAdapterChoice(
                    test::openAdapterFile("flux-base.safetensors"), test::openAdapterFile("flux-merged.safetensors")));
            }},
        {"extracted",
            [this] {
                auto* const choice = new ExtractAdapterChoice(
                    test::openAdapterFile("flux-base.safetensors"), test::openAdapterFile("flux-merged.safetensors"));
                show(choice);
                choice->panel().computeButton().click();
                waitUntilIdle();
            }},
        {"merging an adapter", [this] { show(new MergeAdapterChoice(readAdapter("flux.safetensors"))); }},
        {"merging an adapter that fits",
            [this] { show(new MergeAdapterChoice(readWithBase("flux.safetensors", "flux-base.safetensors"))); }},
        {"merging an adapter that does not fit",
            [this] { show(new MergeAdapterChoice(readWithBase("flux.safetensors", "peft-base.safetensors"))); }},
    };
};

TEST_F(WriteDialogLayoutTest, TheWheelChangesOnlyWhatHasTheFocus)
{
    show(new RewriteAdapterChoice(readAdapter("kohya.safetensors"), Aim::Resize));
    m_dialog->resize(smallScreen - frame);
    QCoreApplication::processEvents();
    const auto turn = [](QWidget& over) {
        const QPointF place(over.rect().center());
        QWheelEvent event(
            place, over.mapToGlobal(place), {}, {0, -120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&over, &event);
    };
    ASSERT_GT(m_dialog->findChild<TallArea*>()->verticalScrollBar()->maximum(), 0);
    target().setFocus();
    int boxes = 0;
    for (auto* const box : m_dialog->findChildren<QComboBox*>()) { // also for casts, added later
        const int before = box->currentIndex();
        turn(*box);
        EXPECT_EQ(box->currentIndex(), before) << box->accessibleName().toStdString();
        EXPECT_FALSE(box->hasFocus());
        ++boxes;
    }
    EXPECT_GT(boxes, 3);
    format().setFocus();
    const int before = format().currentIndex();
    turn(format());
    EXPECT_NE(format().currentIndex(), before);
}

TEST_F(WriteDialogLayoutTest, PartsKeepTheirRoomAndButtonsAreInView)
{
    lookAtAll("English");
}

TEST_F(WriteDialogLayoutTest, AndInGerman)
{
    const test::German german;
    lookAtAll("German");
}

} // namespace
} // namespace loupe
