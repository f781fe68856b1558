#pragma once

#include <QBuffer>
#include <QPainter>
#include <QStringList>
#include <QSvgGenerator>
#include <QTextDocument>
#include <QWidget>
#include <QXmlStreamReader>

#include <gtest/gtest.h>

namespace loupe::test {

/// Every text that a widget and its children draw, taken from a vector picture.
inline QStringList paintedTexts(QWidget& widget)
{
    QByteArray picture;
    QBuffer buffer(&picture);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(widget.size());
    QPainter painter(&generator);
    widget.render(&painter);
    painter.end();
    QStringList texts;
    QXmlStreamReader reader(picture);
    while (!reader.atEnd()) {
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == u"text")
            texts << reader.readElementText(QXmlStreamReader::IncludeChildElements);
    }
    EXPECT_FALSE(reader.hasError()) << "a control character is drawn: " << reader.errorString().toStdString();
    return texts;
}

/// The text of a tooltip as the user reads it, without markup.
inline QString readToolTip(const QString& text)
{
    QTextDocument document;
    if (Qt::mightBeRichText(text))
        document.setHtml(text);
    else
        document.setPlainText(text);
    return document.toPlainText();
}

} // namespace loupe::test
