#include "reports/comparison_layer_marks.h"
#include "reports/comparison_style.h"
#include "views/byte_map/region_patterns.h"
#include "views/colors/applied_theme.h"
#include "views/colors/theme.h"
#include "views/colors/theme_style.h"
#include "views/kit/icons.h"
#include "views/kit/pair_mark.h"

#include "support/picture.h"

#include <QApplication>
#include <QLineEdit>
#include <QPainter>
#include <QScrollBar>
#include <QSpinBox>
#include <QStyle>
#include <QStyleOption>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <span>
#include <string>
#include <utility>

namespace loupe {
namespace {

class ThemeColumn : public testing::TestWithParam<const Theme*> { };

TEST_P(ThemeColumn, TextCanBeRead)
{
    const Theme& theme = *GetParam();
    for (const QColor& ground : {theme.background, theme.surface, theme.alternate}) {
        for (const QColor& text : {theme.text, theme.mutedText, theme.accent, theme.error, theme.warning, theme.info,
                 theme.success, theme.nan, theme.infinity})
            EXPECT_GE(contrastRatio(text, ground), 4.5)
                << text.name().toStdString() << " on " << ground.name().toStdString();
    }
    for (const QColor& ground : {theme.errorSurface, theme.warningSurface, theme.infoSurface, theme.button,
             theme.shareBar, theme.placeholder}) {
        for (const QColor& text : {theme.text, theme.mutedText})
            EXPECT_GE(contrastRatio(text, ground), 4.5)
                << text.name().toStdString() << " on " << ground.name().toStdString();
    }
    // The backgrounds of header fields, of the value at the cursor, and of values that differ.
    const auto tinted = [&theme](const QColor& tint, double share) {
        const auto mixed = [&](int top, int bottom) { return int(std::lround(top * share + bottom * (1 - share))); };
        return QColor(mixed(tint.red(), theme.surface.red()), mixed(tint.green(), theme.surface.green()),
            mixed(tint.blue(), theme.surface.blue()));
    };
    for (const QColor& ground : {tinted(theme.header, 0.18), tinted(theme.lengthField, 0.18)}) {
        for (const QColor& text : {theme.text, theme.mutedText})
            EXPECT_GE(contrastRatio(text, ground), 4.5) << text.name().toStdString();
    }
    EXPECT_GE(contrastRatio(theme.text, tinted(theme.accent, 0.18)), 4.5);
    for (const QColor& text : {theme.text, theme.mutedText, theme.nan, theme.infinity})
        EXPECT_GE(contrastRatio(text, tinted(theme.warning, 34 / 255.0)), 4.5) << text.name().toStdString();
    EXPECT_GE(contrastRatio(theme.selectionText, theme.selection), 4.5);
    EXPECT_GE(contrastRatio(theme.text, theme.shareBar), 4.5);
    EXPECT_GE(contrastRatio(theme.error, theme.errorSurface), 4.5);
    EXPECT_GE(contrastRatio(theme.warning, theme.warningSurface), 4.5);
    EXPECT_GE(contrastRatio(theme.info, theme.infoSurface), 4.5);
}

TEST_P(ThemeColumn, SidesOfAComparisonHaveTheHuesOfWhatOnlyOneHas)
{
    const Theme& theme = *GetParam();
    const auto apart = [](const QColor& a, const QColor& b) {
        const int degrees = std::abs(a.hslHue() - b.hslHue());
        return std::min(degrees, 360 - degrees);
    };
    EXPECT_LT(apart(theme.sideA, colorOf(PairStatus::OnlyA, theme)), 15);
    EXPECT_LT(apart(theme.sideB, colorOf(PairStatus::OnlyB, theme)), 15);
    for (const PairStatus other : {PairStatus::Changed, PairStatus::ShapeChanged, PairStatus::NotCompared}) {
        EXPECT_GT(apart(theme.sideA, colorOf(other, theme)), 45);
        EXPECT_GT(apart(theme.sideB, colorOf(other, theme)), 45);
    }
    EXPECT_GE(contrastRatio(theme.sideB, theme.sideA), 3) << "lines over areas, without color";
    EXPECT_GE(contrastRatio(theme.sideB, theme.surface), 3);
}

TEST_P(ThemeColumn, ColorsAreThoseOfTheReport)
{
    const Theme& theme = *GetParam();
    // The light scheme comes first, then the block for the dark one.
    const auto blocks = QString::fromStdString(comparisonStyle()).split(QStringLiteral("prefers-color-scheme: dark"));
    ASSERT_EQ(blocks.size(), 2);
    const QString& block = blocks[theme.dark ? 1 : 0];
    const std::pair<const char*, QColor> wanted[] = {{"background", theme.background}, {"surface", theme.surface},
        {"alternate", theme.alternate}, {"text", theme.text}, {"muted", theme.mutedText}, {"border", theme.border},
        {"grid", theme.grid}, {"bar", theme.bar}, {"error", theme.error}, {"warning", theme.warning},
        {"info", theme.info}, {"success", theme.success}, {"same", theme.unread}, {"nan", theme.nan},
        {"side-a", theme.sideA}, {"side-b", theme.sideB}, {"difference", theme.difference}};
    for (const auto& [name, color] : wanted)
        EXPECT_TRUE(block.contains(QStringLiteral("--%1: %2;").arg(QLatin1String(name), color.name()))) << name;
    for (int step = 0; step < 12; ++step) {
        const QString value = QStringLiteral("--s%1: %2;").arg(step).arg(theme.sequential(step / 11.0).name());
        EXPECT_TRUE(block.contains(value)) << value.toStdString();
    }
}

TEST_P(ThemeColumn, MarksOnAmountsCanBeReadInTheReport)
{
    const Theme& theme = *GetParam();
    const std::map<std::string, QColor> inks{
        {"on-dark", Qt::white}, {"on-middle", theme.dark ? Qt::black : Qt::white}, {"on-light", Qt::black}};
    for (int step = 0; step < 12; ++step) {
        LayerCell cell(0);
        cell.add(0, PairStatus::Changed, std::pow(10.0, (step + 0.5) / 12 * 6 - 6), false);
        cell.addDType(true);
        const std::string mark = layerMark(cell, {}, 0, 0, 16, 16, {});
        ASSERT_NE(mark.find("class=\"s" + std::to_string(step) + '"'), std::string::npos) << mark;
        const auto ink =
            std::ranges::find_if(inks, [&](const auto& one) { return mark.find(one.first) != std::string::npos; });
        ASSERT_NE(ink, inks.end()) << mark;
        EXPECT_EQ(readableOn(theme.sequential(step / 11.0)), ink->second) << step;
    }
}

TEST_P(ThemeColumn, ASmallChangeIsSeenBeforeWhatIsUnchanged)
{
    const Theme& theme = *GetParam();
    const QColor least = theme.sequential(0);
    for (const QColor& ground : {theme.surface, theme.background}) {
        EXPECT_GT(contrastRatio(least, ground), contrastRatio(theme.border, ground));
        EXPECT_GT(contrastRatio(least, ground), contrastRatio(theme.unchanged, ground));
    }
    EXPECT_GE(contrastRatio(least, theme.surface), 3);
}

TEST_P(ThemeColumn, FieldsCanBeSeen)
{
    const Theme& theme = *GetParam();
    applyTheme(theme.dark ? ThemeChoice::Dark : ThemeChoice::Light);
    QWidget window;
    QLineEdit edit(&window);
    QSpinBox box(&window);
    edit.setGeometry(10, 10, 100, 24);
    box.setGeometry(10, 50, 100, 24);
    window.resize(120, 90);
    const QImage picture = test::pictureOf(window);
    for (const QPoint& edge : {QPoint(60, 10), QPoint(60, 33), QPoint(10, 22), QPoint(10, 62), QPoint(60, 51)}) {
        for (const QColor& ground : {theme.background, theme.surface})
            EXPECT_GE(contrastRatio(picture.pixelColor(edge), ground), 3) << edge.x() << ' ' << edge.y();
    }
    applyTheme(ThemeChoice::Light);
}

TEST_P(ThemeColumn, HandlesOfScrollBarsStandOutFromTheirGrooves)
{
    const Theme& theme = *GetParam();
    applyTheme(theme.dark ? ThemeChoice::Dark : ThemeChoice::Light);
    QScrollBar bar(Qt::Vertical);
    bar.resize(bar.sizeHint().width(), 200);
    bar.setRange(0, 100);
    bar.setPageStep(50);
    const QImage picture = test::pictureOf(bar);
    const int middle = bar.width() / 2;
    EXPECT_GE(contrastRatio(picture.pixelColor(middle, 60), picture.pixelColor(middle, 160)), 3) << "handle at the top";
    bar.setValue(100);
    const QImage moved = test::pictureOf(bar);
    EXPECT_GE(contrastRatio(moved.pixelColor(middle, 140), moved.pixelColor(middle, 40)), 3);
    EXPECT_EQ(moved.pixelColor(middle, 40), picture.pixelColor(middle, 160)) << "the groove";
    applyTheme(ThemeChoice::Light);
}

TEST_P(ThemeColumn, SwitchesAreTold)
{
    const Theme& theme = *GetParam();
    applyTheme(theme.dark ? ThemeChoice::Dark : ThemeChoice::Light);
    QWidget window;
    QToolButton button(&window);
    button.setText(QStringLiteral("Table"));
    button.setAutoRaise(true);
    button.setGeometry(10, 10, 80, 24);
    window.resize(100, 44);
    const auto frame = [&] { return test::pictureOf(window).pixelColor(50, 10); };
    EXPECT_EQ(frame(), theme.background) << "a button that does something";
    button.setCheckable(true);
    EXPECT_GE(contrastRatio(frame(), theme.background), 3);
    const QColor off = test::pictureOf(window).pixelColor(14, 22);
    button.setChecked(true);
    EXPECT_GE(contrastRatio(frame(), theme.background), 3);
    EXPECT_NE(test::pictureOf(window).pixelColor(14, 22), off);
    applyTheme(ThemeChoice::Light);
}

/// Tests the focus frame of tabs, links, sections and rows.
TEST_P(ThemeColumn, TheFocusStandsOut)
{
    const Theme& theme = *GetParam();
    applyTheme(theme.dark ? ThemeChoice::Dark : ThemeChoice::Light);
    for (const QColor& ground : {theme.background, theme.surface}) {
        QImage picture(80, 24, QImage::Format_RGB32);
        picture.fill(ground);
        QPainter painter(&picture);
        QStyleOptionFocusRect focus;
        focus.rect = picture.rect();
        focus.palette = QApplication::palette();
        focus.state = QStyle::State_Enabled | QStyle::State_HasFocus | QStyle::State_KeyboardFocusChange;
        QApplication::style()->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, &painter);
        painter.end();
        for (const QPoint& edge : {QPoint(40, 0), QPoint(40, 23), QPoint(0, 12), QPoint(79, 12)})
            EXPECT_GE(contrastRatio(picture.pixelColor(edge), ground), 3) << edge.x() << ' ' << edge.y();
        EXPECT_EQ(picture.pixelColor(40, 12), ground) << "what it is around can be read";
    }
    applyTheme(ThemeChoice::Light);
}

TEST_P(ThemeColumn, IntegersStandOutFromTheSurface)
{
    const Theme& theme = *GetParam();
    for (const DType type :
        {DType::U8, DType::I8, DType::U16, DType::I16, DType::U32, DType::I32, DType::U64, DType::I64})
        EXPECT_GE(contrastRatio(theme.colorOf(type), theme.surface), 3) << dtypeName(type);
}

TEST_P(ThemeColumn, PaletteIsRecognisedAsItsOwn)
{
    EXPECT_EQ(&Theme::of(GetParam()->palette()), GetParam());
}

TEST_P(ThemeColumn, EveryDTypeOfAKindHasItsOwnShade)
{
    const Theme& theme = *GetParam();
    for (std::size_t a = 0; a < dtypeCount; ++a)
        for (std::size_t b = a + 1; b < dtypeCount; ++b) {
            const bool bothF6 = DType(a) == DType::F6_E2M3 && DType(b) == DType::F6_E3M2;
            if (!bothF6) {
                EXPECT_NE(theme.colorOf(DType(a)), theme.colorOf(DType(b)))
                    << dtypeName(DType(a)) << dtypeName(DType(b));
            }
        }
}

TEST_P(ThemeColumn, WidthsThatAreNeighborsDifferInLightness)
{
    const Theme& theme = *GetParam();
    constexpr DType floats[] = {DType::F4, DType::F6_E2M3, DType::F6_E3M2, DType::F8_E8M0, DType::F8_E5M2,
        DType::F8_E5M2FNUZ, DType::F8_E4M3, DType::F8_E4M3FNUZ, DType::F16, DType::BF16, DType::F32, DType::F64};
    constexpr DType integers[] = {
        DType::U8, DType::I8, DType::U16, DType::I16, DType::U32, DType::I32, DType::U64, DType::I64};
    const auto expectApart = [&](std::span<const DType> kind) {
        for (const DType a : kind) {
            for (const DType b : kind) {
                if (info(a).bits == info(b).bits || (info(a).kind != info(b).kind))
                    continue;
                const double least = std::max(info(a).bits, info(b).bits) <= 8 ? 1.2 : 1.5;
                EXPECT_GE(contrastRatio(theme.colorOf(a), theme.colorOf(b)), least) << dtypeName(a) << dtypeName(b);
            }
        }
        for (const DType dtype : kind)
            EXPECT_GE(contrastRatio(theme.colorOf(dtype), theme.surface), 1.2) << dtypeName(dtype);
    };
    expectApart(floats);
    expectApart(integers);
    EXPECT_GE(contrastRatio(theme.colorOf(DType::F16), theme.colorOf(DType::BF16)), 1.25);
    for (int bits = 1; bits < 8; ++bits)
        EXPECT_GE(contrastRatio(theme.colorOfQuantized(bits), theme.colorOfQuantized(bits + 1)), 1.15) << bits;
}

TEST_P(ThemeColumn, RegionsDifferAlsoWithoutColor)
{
    const Theme& theme = *GetParam();
    std::vector<QImage> pictures;
    for (const RegionKind kind : {RegionKind::Header, RegionKind::Padding, RegionKind::Hole, RegionKind::Overlap,
             RegionKind::Trailing, RegionKind::PastTheEnd, RegionKind::Unread}) {
        QImage picture(32, 16, QImage::Format_RGB32);
        QPainter painter(&picture);
        fillRegion(painter, picture.rect(), kind, theme);
        painter.end();
        EXPECT_EQ(test::colorCount(picture) > 1, isFaulty(kind) || kind == RegionKind::Padding) << regionKindName(kind);
        // Turns the picture into black and white, so that only patterns can tell the kinds apart.
        const QRgb first = theme.colorOf(kind).rgb();
        for (int y = 0; y < picture.height(); ++y)
            for (int x = 0; x < picture.width(); ++x)
                picture.setPixel(x, y, picture.pixel(x, y) == first ? 0xffffffff : 0xff000000);
        for (const QImage& other : pictures)
            EXPECT_NE(picture, other) << regionKindName(kind);
        pictures.push_back(picture);
    }
}

INSTANTIATE_TEST_SUITE_P(, ThemeColumn, testing::Values(&Theme::light(), &Theme::darkTheme()),
    [](const auto& column) { return column.param->dark ? "dark" : "light"; });

TEST(Theme, ContrastOfKnownPairs)
{
    EXPECT_NEAR(contrastRatio(Qt::black, Qt::white), 21, 1e-9);
    EXPECT_NEAR(contrastRatio(Qt::white, Qt::white), 1, 1e-9);
    EXPECT_NEAR(contrastRatio(QColor(0x76, 0x76, 0x76), Qt::white), 4.54, 0.01);
}

TEST(Theme, SelectedTextCanBeReadOnAnyPalette)
{
    QPalette palette;
    for (int hue = 0; hue < 360; hue += 20) {
        for (const int lightness : {20, 60, 100, 127, 150, 200, 240}) {
            for (const QColor& text : {QColor(Qt::white), QColor(Qt::black), QColor::fromHsl(hue, 255, lightness)}) {
                const QColor ground = QColor::fromHsl(hue, 255, lightness);
                palette.setColor(QPalette::Active, QPalette::Highlight, ground);
                palette.setColor(QPalette::Active, QPalette::HighlightedText, text);
                const QColor shown = selectedText(palette, QPalette::Active);
                EXPECT_GE(contrastRatio(shown, ground), 4.5) << hue << ' ' << lightness;
                if (contrastRatio(text, ground) >= 4.5) {
                    EXPECT_EQ(shown, text);
                }
            }
        }
    }
}

TEST(Theme, ASelectedNaNIsMagentaStill)
{
    for (const Theme* const theme : {&Theme::light(), &Theme::darkTheme()}) {
        const QPalette palette = theme->palette();
        for (const auto group : {QPalette::Active, QPalette::Inactive}) {
            const QColor ground = palette.color(group, QPalette::Highlight);
            for (const QColor& color : {theme->nan, theme->infinity}) {
                const QColor shown = selectedColor(palette, group, color);
                EXPECT_GE(contrastRatio(shown, ground), 4.5);
                EXPECT_NEAR(shown.hsvHue(), color.hsvHue(), 8);
                EXPECT_GT(shown.hsvSaturation(), 80);
            }
            const QColor text = selectedText(palette, group);
            EXPECT_EQ(selectedColor(palette, group, text), text);
        }
    }
}

TEST(Theme, ForcedThemeIsTheCurrentOne)
{
    applyTheme(ThemeChoice::Dark);
    EXPECT_EQ(&Theme::current(), &Theme::darkTheme());
    applyTheme(ThemeChoice::Light);
    EXPECT_EQ(&Theme::current(), &Theme::light());
}

TEST(Theme, FollowsTheDesktopInOurOwnColors)
{
    bool isDark = false;
    AppliedTheme applied([&isDark] { return isDark; });
    QWidget window;
    const auto changeDesktop = [&](bool dark) {
        isDark = dark;
        QEvent change(QEvent::ThemeChange);
        QCoreApplication::sendEvent(&window, &change);
    };
    const auto expect = [](const Theme& theme) {
        const QPalette palette = theme.palette();
        for (const QPalette::ColorRole role : {QPalette::Window, QPalette::WindowText, QPalette::Base, QPalette::Text,
                 QPalette::Highlight, QPalette::HighlightedText, QPalette::PlaceholderText})
            EXPECT_EQ(QApplication::palette().color(role), palette.color(role)) << role;
    };
    applied.choose(ThemeChoice::System);
    expect(Theme::light());
    changeDesktop(true);
    expect(Theme::darkTheme());
    applied.choose(ThemeChoice::Light);
    expect(Theme::light());
    changeDesktop(false);
    changeDesktop(true);
    expect(Theme::light());
    applied.choose(ThemeChoice::System);
    expect(Theme::darkTheme());
    applied.choose(ThemeChoice::Light);
}

TEST(Theme, WithoutAChoiceStyleAndPaletteAreOurs)
{
    applyTheme(ThemeChoice::System);
    EXPECT_EQ(themeChoice(), ThemeChoice::System);
    EXPECT_EQ(QApplication::palette().color(QPalette::Highlight), Theme::current().selection);
    EXPECT_TRUE(qobject_cast<const ThemeStyle*>(QApplication::style()));
    applyTheme(ThemeChoice::Light);
}

TEST(Theme, IconsFollowThePalette)
{
    const auto strokes = [](const QIcon& drawn) { return drawn.pixmap(32).toImage(); };
    applyTheme(ThemeChoice::Light);
    const QIcon tensor = ownIcon(Icon::Tensor);
    EXPECT_TRUE(test::contains(strokes(tensor), Theme::light().text));
    applyTheme(ThemeChoice::Dark);
    EXPECT_TRUE(test::contains(strokes(tensor), Theme::darkTheme().text));
    applyTheme(ThemeChoice::Light);
}

TEST(Theme, EveryIconIsThere)
{
    for (int which = 0; which <= int(Icon::Application); ++which) {
        EXPECT_GT(test::colorCount(ownIcon(Icon(which)).pixmap(32).toImage()), 1) << which;
        EXPECT_FALSE(icon(Icon(which)).isNull()) << which;
    }
}

} // namespace
} // namespace loupe
