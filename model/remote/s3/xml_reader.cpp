#include "remote/s3/xml_reader.h"

#include <memory>
#include <new>
#include <type_traits>

#include <expat.h>

namespace loupe::remote {

namespace {

constexpr std::size_t largestXml = 16 << 20;
constexpr std::size_t deepestXml = 16;
constexpr std::size_t longestElement = 64 << 10;

/// The current element names and text while parsing a document.
class XmlWalk {
public:
    XmlWalk(XML_Parser parser, const XmlElementEnd& elementEnd)
        : m_parser(parser)
        , m_elementEnd(elementEnd)
    {
        XML_SetUserData(parser, this);
        XML_SetElementHandler(parser, &XmlWalk::begin, &XmlWalk::end);
        XML_SetCharacterDataHandler(parser, &XmlWalk::text);
        XML_SetStartDoctypeDeclHandler(parser, &XmlWalk::documentType);
    }

    /// Why parsing stopped early.
    const std::optional<Error>& error() const { return m_error; }

private:
    void stop(ErrorCode code, const char* message)
    {
        m_error = Error{code, message, {}, {}};
        XML_StopParser(m_parser, XML_FALSE);
    }

    static void begin(void* data, const XML_Char* name, const XML_Char**)
    {
        auto& walk = *static_cast<XmlWalk*>(data);
        if (++walk.m_depth > deepestXml)
            return walk.stop(ErrorCode::TooLarge, "its XML has more than 16 levels");
        // With namespaces enabled, Expat writes "URI|name".
        const std::string_view whole = name;
        const std::string_view local = whole.substr(whole.rfind('|') + 1);
        if (!walk.m_path.empty())
            walk.m_path += '/';
        walk.m_path += local;
        if (walk.m_path.size() > longestElement)
            return walk.stop(ErrorCode::TooLarge, "its XML has a name that is too long");
        walk.m_text.clear();
        walk.m_isLeaf = true;
    }

    static void end(void* data, const XML_Char*)
    {
        auto& walk = *static_cast<XmlWalk*>(data);
        walk.m_elementEnd(walk.m_path, walk.m_isLeaf ? std::string_view(walk.m_text) : std::string_view());
        walk.m_isLeaf = false;
        --walk.m_depth;
        const std::size_t slash = walk.m_path.rfind('/');
        walk.m_path.resize(slash == std::string::npos ? 0 : slash);
    }

    static void text(void* data, const XML_Char* text, int size)
    {
        auto& walk = *static_cast<XmlWalk*>(data);
        walk.m_text.append(text, static_cast<std::size_t>(size));
        if (walk.m_text.size() > longestElement)
            walk.stop(ErrorCode::TooLarge, "its XML has an element of more than 64 KiB");
    }

    static void documentType(void* data, const XML_Char*, const XML_Char*, const XML_Char*, int)
    {
        static_cast<XmlWalk*>(data)->stop(
            ErrorCode::Malformed, "its XML has a document type, which no answer of S3 has");
    }

    XML_Parser m_parser;
    const XmlElementEnd& m_elementEnd;
    std::string m_path;
    std::string m_text;
    std::size_t m_depth = 0;
    bool m_isLeaf = false;
    std::optional<Error> m_error;
};

} // namespace

Result<> readXml(std::string_view xml, const XmlElementEnd& elementEnd)
{
    if (xml.size() > largestXml)
        return fail(ErrorCode::TooLarge, "its XML has more than 16 MiB");
    const std::unique_ptr<std::remove_pointer_t<XML_Parser>, decltype(&XML_ParserFree)> parser(
        XML_ParserCreateNS("UTF-8", '|'), &XML_ParserFree);
    if (!parser)
        throw std::bad_alloc();
    XmlWalk walk(parser.get(), elementEnd);
    if (XML_Parse(parser.get(), xml.data(), static_cast<int>(xml.size()), XML_TRUE) == XML_STATUS_OK)
        return {};
    if (walk.error())
        return fail(*walk.error());
    return fail(ErrorCode::Malformed,
        "its XML is not well-formed at line " + std::to_string(XML_GetCurrentLineNumber(parser.get())) + ": "
            + XML_ErrorString(XML_GetErrorCode(parser.get())));
}

} // namespace loupe::remote
