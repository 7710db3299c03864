kernel k()
{
}
