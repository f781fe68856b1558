#include "views/kit/icons.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QSvgRenderer>

#include <array>

/// Resources of a static library must be loaded explicitly, by code outside of any namespace.
static void loadResources()
{
    Q_INIT_RESOURCE(resources);
}

namespace loupe {

namespace {

struct Names {
    const char* file; ///< our file, without the suffix
    const char* theme; ///< name in the freedesktop icon naming specification; null if it has none
};

constexpr std::array<Names, 22> iconNames{{
    {"close", "window-close"},
    {"compare", nullptr},
    {"copy", "edit-copy"},
    {"error", "dialog-error"},
    {"export", "document-export"},
    {"filter", "view-filter"},
    {"group", nullptr},
    {"hide", "view-hidden"},
    {"info", "dialog-information"},
    {"location", nullptr},
    {"more", nullptr},
    {"next", "go-down"},
    {"open", "document-open"},
    {"previous", "go-up"},
    {"reload", "view-refresh"},
    {"save", "document-save"},
    {"scan", nullptr},
    {"stop", "process-stop"},
    {"swap", nullptr},
    {"tensor", nullptr},
    {"warning", "dialog-warning"},
    {"io.github.tensorloupe.Tensorloupe", "io.github.tensorloupe.Tensorloupe"},
}};

/// Draws one of our stroke icons in a color that is looked up when painting.
class StrokeEngine : public QIconEngine {
public:
    StrokeEngine(QString file, QColor color)
        : m_file(std::move(file))
        , m_color(std::move(color))
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override
    {
        const qreal scale = painter->device() ? painter->device()->devicePixelRatioF() : 1;
        QPixmap pixels = pixmap(rect.size() * scale, mode, state);
        pixels.setDevicePixelRatio(scale);
        painter->drawPixmap(rect.topLeft(), pixels);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override
    {
        QPixmap pixels(size);
        pixels.fill(Qt::transparent);
        QSvgRenderer renderer(m_file);
        QPainter painter(&pixels);
        renderer.setAspectRatioMode(Qt::KeepAspectRatio);
        renderer.render(&painter, QRectF(QPointF(), size));
        painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
        painter.fillRect(pixels.rect(), color(mode));
        return pixels;
    }

    QIconEngine* clone() const override { return new StrokeEngine(*this); }

private:
    QColor color(QIcon::Mode mode) const
    {
        const QPalette palette = QGuiApplication::palette();
        if (mode == QIcon::Disabled)
            return palette.color(QPalette::Disabled, QPalette::WindowText);
        if (mode == QIcon::Selected)
            return palette.color(QPalette::HighlightedText);
        return m_color.isValid() ? m_color : palette.color(QPalette::WindowText);
    }

    QString m_file;
    QColor m_color;
};

QString fileOf(Icon which)
{
    [[maybe_unused]] static const bool loaded = (loadResources(), true);
    return QStringLiteral(":/icons/%1.svg").arg(QLatin1String(iconNames[std::size_t(which)].file));
}

} // namespace

QIcon icon(Icon which)
{
    const char* const name = iconNames[std::size_t(which)].theme;
    if (name && QIcon::hasThemeIcon(QLatin1String(name)))
        return QIcon::fromTheme(QLatin1String(name));
    return ownIcon(which);
}

QIcon ownIcon(Icon which, const QColor& color)
{
    if (which == Icon::Application)
        return QIcon(fileOf(which));
    return QIcon(new StrokeEngine(fileOf(which), color));
}

QPixmap tinted(QPixmap pixels, const QColor& color)
{
    QPainter painter(&pixels);
    painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter.fillRect(QRectF(QPointF(), pixels.deviceIndependentSize()), color);
    return pixels;
}

Icon iconOf(Severity severity)
{
    switch (severity) {
    case Severity::Note:
        return Icon::Info;
    case Severity::Warning:
        return Icon::Warning;
    case Severity::Error:
        break;
    }
    return Icon::Error;
}

} // namespace loupe
